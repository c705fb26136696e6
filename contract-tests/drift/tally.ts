/** How often something was so in one run, and how often not: both at least, as they are recorded. */
export type Tally = { readonly with: number; readonly without: number }

/** What a tally says. `unknown` where there was nothing to look at. */
type Share = 'always' | 'sometimes' | 'never' | 'unknown'

/** From what to what a share went. */
export type Shift =
  | 'always>never'
  | 'never>always'
  | 'always>sometimes'
  | 'never>sometimes'
  | 'sometimes>always'
  | 'sometimes>never'

/** How two runs differ in one respect, and whether that is more than two samples of one service would differ. */
export type Shifted = { readonly shift: Shift; readonly beyondChance: boolean }

/** Rarer than this, an accident of two samples is taken for no accident. */
const RARE = 1e-5

/**
 * How the share of something went from one run to another; undefined where it did not, or one of them can't tell.
 *
 * @param enough as many times must have been looked at in both runs, before "always" and "never" contradict each other.
 *
 * @example
 * shiftBetween({ with: 4, without: 0 }, { with: 0, without: 4 }, 1) // { shift: 'always>never', beyondChance: true }
 */
export function shiftBetween(earlier: Tally, now: Tally, enough: number): Shifted | undefined {
  const [from, to] = [shareOf(earlier), shareOf(now)]
  if (from === to || from === 'unknown' || to === 'unknown') return undefined
  const shift = `${from}>${to}` as Shift
  return { shift, beyondChance: BEYOND_CHANCE[shift](earlier, now, enough) }
}

function shareOf({ with: times, without }: Tally): Share {
  if (times + without === 0) return 'unknown'
  if (without === 0) return 'always'
  return times === 0 ? 'never' : 'sometimes'
}

const BEYOND_CHANCE: Record<Shift, (earlier: Tally, now: Tally, enough: number) => boolean> = {
  'always>never': (earlier, now, enough) =>
    contradict(earlier, now, enough) || isRare(now.without, now, earlier),
  'never>always': (earlier, now, enough) =>
    contradict(earlier, now, enough) || isRare(now.with, now, earlier),
  'always>sometimes': (earlier, now) => isRare(now.without, now, earlier),
  'never>sometimes': (earlier, now) => isRare(now.with, now, earlier),
  'sometimes>always': (earlier, now) => isRare(earlier.without, earlier, now),
  // What comes and goes may stay away.
  'sometimes>never': () => false,
}

function contradict(one: Tally, other: Tally, enough: number): boolean {
  return total(one) >= enough && total(other) >= enough
}

/**
 * Whether it would be rare that all of some events fell into one of the runs, had each of them fallen where it did by
 * chance. A recorded count is at most doubled by rounding, so that the estimate errs on the side of chance.
 */
function isRare(events: number, where: Tally, elsewhere: Tally): boolean {
  const here = 2 * total(where)
  return (here / (here + total(elsewhere))) ** events < RARE
}

function total(tally: Tally): number {
  return tally.with + tally.without
}
