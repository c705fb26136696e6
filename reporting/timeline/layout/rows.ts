import { labelWidth } from './label-text.ts'
import type { Arrow, Layout, Shade } from './layout.ts'
import { type PlacedLabel, placeLabels, type WantedLabel } from './placement.ts'
import type { Tick } from './ticks.ts'

/** A stretch of a lane. */
export type Lane = { readonly from: number; readonly to: number }

/** The part of a waiting time in a row, and the position of its label. */
export type RowShade = Lane & {
  readonly endsHere: boolean
  readonly label: { x: number; text: string } | null
}

/** A request and its answer in a row: null when one of them is in another row. */
export type RowArrow = Pick<Arrow, 'delivery' | 'effect' | 'blame'> & {
  readonly requestX: number | null
  readonly answerX: number | null
}

/** One row of a picture: everything in it, with x counted from its beginning. */
export type TimelineRow = {
  readonly arrows: readonly RowArrow[]
  /** The time that the service spent on each request, as far as it lies in this row. */
  readonly spans: readonly Lane[]
  readonly shades: readonly RowShade[]
  readonly ticks: readonly Tick[]
  readonly above: readonly PlacedLabel[]
  readonly below: readonly PlacedLabel[]
  /** How far each lane reaches; the client's ends with its process. */
  readonly client: Lane | null
  readonly service: Lane
  readonly exitX: number | null
}

const TRACKS = 5
/** How far a label may reach beyond the ends of a row. */
const OVER_LEFT = 8
const OVER_RIGHT = 14

/** A layout, broken into rows like lines of music. */
export function rowsOf(layout: Layout): TimelineRow[] {
  return Array.from({ length: layout.rows }, (_, index) => rowAt(layout, index))
}

function rowAt(
  { rows, row, arrows, shades, ticks, asked, answered, exitX, endX }: Layout,
  index: number,
): TimelineRow {
  const start = index * row
  const bounds = { from: -OVER_LEFT, to: row + OVER_RIGHT }
  // The last row includes its end.
  const isHere = (x: number) => x >= start && (x < start + row || index === rows - 1)
  const shift = (x: number) => x - start
  const ifHere = (x: number) => (isHere(x) ? shift(x) : null)
  const clipped = (from: number, to: number): Lane[] => {
    const lane = { from: Math.max(0, shift(from)), to: Math.min(row, shift(to)) }
    return lane.to > lane.from ? [lane] : []
  }
  const own = <Standing extends { readonly x: number }>(all: readonly Standing[]) =>
    all.filter(({ x }) => isHere(x)).map((one) => ({ ...one, x: shift(one.x) }))
  const crossings = arrows.flatMap(({ x, answerX }) => [x, answerX]).map(shift)
  return {
    arrows: arrows
      .filter(({ x, answerX }) => isHere(x) || isHere(answerX))
      .map(({ x, answerX, ...arrow }) => ({ ...arrow, requestX: ifHere(x), answerX: ifHere(answerX) })),
    spans: arrows.flatMap(({ x, answerX }) => clipped(x, answerX)),
    shades: labelled(
      shades.flatMap(({ from, to, seconds }) =>
        clipped(from, to).map((lane) => ({ ...lane, seconds, endsHere: isHere(to) })),
      ),
      crossings,
    ),
    ticks: own(ticks),
    above: placeLabels(collapsedRuns(own(asked)), bounds, TRACKS),
    below: placeLabels(collapsedRuns(own(answered)), bounds, TRACKS),
    client: clipped(0, exitX ?? endX)[0] ?? null,
    service: clipped(0, endX)[0] ?? { from: 0, to: 0 },
    exitX: exitX === null ? null : ifHere(exitX),
  }
}

type Clipped = Lane & Pick<Shade, 'seconds'> & Pick<RowShade, 'endsHere'>

/** Each window is labelled with its length, unless an arrow crosses the label, or another window has the same one there. */
function labelled(shades: readonly Clipped[], crossings: readonly number[]): RowShade[] {
  const said: Lane[] = []
  return shades.map(({ from, to, seconds, endsHere }) => {
    const text = `wait ${seconds} s`
    const half = labelWidth(text) / 2 + 4
    const free = widestBetween([from, ...crossings.filter((x) => x > from && x < to), to])
    const x = (free.from + free.to) / 2
    const isFree =
      free.to - free.from >= 2 * half && said.every((other) => x + half <= other.from || x - half >= other.to)
    if (isFree) said.push({ from: x - half, to: x + half })
    return { from, to, endsHere, label: isFree ? { x, text } : null }
  })
}

function widestBetween(points: readonly number[]): Lane {
  const sorted = points.toSorted((one, other) => one - other)
  const spans = sorted.slice(1).map((to, index) => ({ from: sorted[index] ?? to, to }))
  return spans.reduce((widest, span) => (span.to - span.from > widest.to - widest.from ? span : widest), {
    from: 0,
    to: 0,
  })
}

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
