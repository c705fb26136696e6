import type { Difference } from './drift.ts'

/** How often something was so in one run, and how often not. */
export type Tally = { readonly with: number; readonly without: number }

type Share = 'always' | 'sometimes' | 'never'

/** From what to what a share went. */
export type Shift =
  | 'always>never'
  | 'never>always'
  | 'always>sometimes'
  | 'never>sometimes'
  | 'sometimes>always'
  | 'sometimes>never'

/** How two runs differ in one respect. */
export type Shifted = { readonly shift: Shift; readonly severity: Difference['severity'] }

/**
 * How the share of something went from one run to another; undefined where it did not, or one of them had nothing to
 * look at. "Always" against "never" is drift. Whatever was so at times, another run of the same service may see always
 * or never: that is a note.
 *
 * @param enough as many times must have been looked at in both runs before "always" contradicts "never".
 *
 * @example
 * shiftBetween({ with: 4, without: 0 }, { with: 0, without: 4 }, 1) // { shift: 'always>never', severity: 'drift' }
 */
export function shiftBetween(earlier: Tally, now: Tally, enough: number): Shifted | undefined {
  const [before, after] = [shareOf(earlier), shareOf(now)]
  if (before === undefined || after === undefined || before === after) return undefined
  const contradict = before !== 'sometimes' && after !== 'sometimes'
  const isEnough = total(earlier) >= enough && total(now) >= enough
  // Two shares that differ make a shift.
  return { shift: `${before}>${after}` as Shift, severity: contradict && isEnough ? 'drift' : 'note' }
}

/**
 * A shift in words.
 *
 * @param what what was seen where it was so; `nothing` where it was not; `always` where both runs had some of it.
 *
 * @example
 * shiftInWords('never>sometimes', { what: 'a text', nothing: 'absent', always: 'always there' }) // absent, a text at times
 */
export function shiftInWords(
  shift: Shift,
  { what, nothing, always }: { readonly what: string; readonly nothing: string; readonly always: string },
): Pick<Difference, 'before' | 'after'> {
  const words: Record<Shift, readonly [before: string, after: string]> = {
    'always>never': [what, nothing],
    'never>always': [nothing, what],
    'always>sometimes': [always, `${nothing} at times`],
    'never>sometimes': [nothing, `${what} at times`],
    'sometimes>always': [`${nothing} at times`, always],
    'sometimes>never': [`${what} at times`, nothing],
  }
  const [before, after] = words[shift]
  return { before, after }
}

function shareOf(tally: Tally): Share | undefined {
  if (total(tally) === 0) return undefined
  if (tally.without === 0) return 'always'
  return tally.with === 0 ? 'never' : 'sometimes'
}

function total(tally: Tally): number {
  return tally.with + tally.without
}
