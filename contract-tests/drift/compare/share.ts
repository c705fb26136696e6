import type { Difference } from './drift.ts'

/** How often something was true in one run, and how often not. */
export type Tally = { readonly with: number; readonly without: number }

type Share = 'always' | 'sometimes' | 'never'

/** A share before, and another one after. */
export type Shift = { [Before in Share]: `${Before}>${Exclude<Share, Before>}` }[Share]

/** How two runs differ in one respect. */
export type Shifted = { readonly shift: Shift; readonly severity: Difference['severity'] }

/**
 * How the share of something changed from one run to another; undefined if it did not change, or if one run had nothing
 * to compare. "Always" against "never" is drift. What is true sometimes, another run of the same service may see always
 * or never: that is a note.
 *
 * @param enough how many observations both runs need before "always" contradicts "never".
 *
 * @example
 * shiftBetween({ with: 4, without: 0 }, { with: 0, without: 4 }, 1) // { shift: 'always>never', severity: 'drift' }
 */
export function shiftBetween(earlier: Tally, now: Tally, enough: number): Shifted | undefined {
  const [before, after] = [shareOf(earlier), shareOf(now)]
  if (before === undefined || after === undefined || before === after) return undefined
  const contradict = before !== 'sometimes' && after !== 'sometimes'
  const isEnough = total(earlier) >= enough && total(now) >= enough
  // Safe: two different shares form a shift.
  return { shift: `${before}>${after}` as Shift, severity: contradict && isEnough ? 'drift' : 'note' }
}

/**
 * A shift in words.
 *
 * @param what what was seen when it was true; `nothing` when it was not; `always` when both runs had some of it.
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
