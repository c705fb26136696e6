import { ASSUMING } from './variations/assuming.ts'
import { FOLLOWING } from './variations/following.ts'
import { RECOVERING } from './variations/recovering.ts'
import type { Variation } from './variations/variation.ts'
import { WRITING } from './variations/writing.ts'

/** Clients that no certification may blame for anything. */
export const VARIATIONS: readonly Variation[] = [...RECOVERING, ...FOLLOWING, ...WRITING, ...ASSUMING]
