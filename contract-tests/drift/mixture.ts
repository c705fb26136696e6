import type { Severity } from './drift.ts'
import { shiftBetween, type Tally } from './tally.ts'

/** How often each of some alternatives was seen: statuses, content types, kinds of text. */
export type Mixture = { readonly [Key in string]?: number }

/**
 * How two mixtures differ: not at all, as two samples of one service may, or more than that.
 *
 * @param keys the alternatives that count; without them, all.
 * @param enough see {@link shiftBetween}.
 *
 * @example
 * mixtureShift({ 200: 8 }, { 201: 8 }, { enough: 1 }) // 'drift'
 */
export function mixtureShift(
  earlier: Mixture,
  now: Mixture,
  { keys, enough }: { readonly keys?: readonly string[]; readonly enough: number },
): Severity | undefined {
  const all = keys ?? [...new Set([...Object.keys(earlier), ...Object.keys(now)])]
  const shifts = all
    .map((key) => shiftBetween(tallyOf(earlier, key), tallyOf(now, key), enough))
    .filter((shift) => shift !== undefined)
  if (shifts.length === 0) return undefined
  return shifts.some(({ beyondChance }) => beyondChance) ? 'drift' : 'note'
}

/** Every count of a mixture together. */
export function timesOf(mixture: Mixture): number {
  return Object.values(mixture).reduce<number>((sum, times) => sum + (times ?? 0), 0)
}

function tallyOf(mixture: Mixture, key: string): Tally {
  const times = mixture[key] ?? 0
  return { with: times, without: timesOf(mixture) - times }
}
