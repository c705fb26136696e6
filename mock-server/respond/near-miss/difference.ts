import type { GapId } from '../../../contract/reference/gaps.ts'

/** One thing that differs: how much it weighs, in one sentence, and the gap of the profile that it comes from. */
export type Difference = { readonly cost: number; readonly text: string; readonly gap: GapId | null }

/** Something that differs from what the reference itself says. */
export function difference(cost: number, text: string): Difference {
  return { cost, text, gap: null }
}
