import { FOLLOWING } from './variations/following.ts'
import { RECOVERING } from './variations/recovering.ts'
import type { Variation } from './variations/variation.ts'
import { WRITING } from './variations/writing.ts'

/** Clients that no certification may blame for anything, and that each scenario must let pass. */
export const VARIATIONS: readonly Variation[] = [...RECOVERING, ...FOLLOWING, ...WRITING]
