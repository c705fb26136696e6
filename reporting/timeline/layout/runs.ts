import { labelWidth } from './label-text.ts'
import type { WantedLabel } from './placement.ts'

/** This many equal labels in a row are merged into one. */
const LEAST = 3
/** This many of them may be stacked, if each has this share of its width for itself. */
const ABOVE_EACH_OTHER = 4
const LEAST_SHARE = 1 / 4

/**
 * Labels from left to right, in which equal labels are merged into one with their number, when they follow each
 * other too closely.
 *
 * @example
 * collapsedRuns([lookup, lookup, lookup])[0]?.variants // ['lookup, 3 times', 'lookup']
 */
export function collapsedRuns(labels: readonly WantedLabel[]): WantedLabel[] {
  const begins = labels.flatMap((label, index) => (continues(label, labels[index - 1]) ? [] : [index]))
  return begins.flatMap((begin, nth) => {
    const run = labels.slice(begin, begins[nth + 1] ?? labels.length)
    const [first] = run
    if (first === undefined || !isCrowded(run)) return run
    return [{ ...first, variants: [`${first.run}, ${run.length} times`, ...first.variants] }]
  })
}

function continues({ run, tone, x }: WantedLabel, previous: WantedLabel | undefined): boolean {
  if (previous?.run !== run || previous.tone !== tone) return false
  return x - previous.x < labelWidth(run)
}

function isCrowded(run: readonly WantedLabel[]): boolean {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined || run.length < LEAST) return false
  const share = (last.x - first.x) / (run.length - 1) / labelWidth(first.run)
  return share < (run.length > ABOVE_EACH_OTHER ? 1 : LEAST_SHARE)
}
