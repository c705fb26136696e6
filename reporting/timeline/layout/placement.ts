import type { Blame } from '../../text/blame.ts'
import { labelWidth } from './label-text.ts'

/** The colour of a label, by its meaning. */
export type Tone = Blame | 'fault' | 'commit' | 'settled' | 'plain' | 'quiet'

/** A label to be placed next to a point. */
export type WantedLabel = {
  readonly x: number
  /** The words, longest first: a shorter text is used when there is no room for a longer one. */
  readonly variants: readonly string[]
  /** The lower, the sooner it is placed. */
  readonly rank: number
  readonly tone: Tone
  /** The words for several of it, one after the other. */
  readonly run: string
}

/** A label that found room. */
export type PlacedLabel = {
  readonly x: number
  readonly left: number
  readonly text: string
  readonly tone: Tone
  /** How many lines away from the lane: 0 is next to it. */
  readonly track: number
}

type Span = { readonly from: number; readonly to: number }

const MARGIN = 4
/** How far a label begins before the line that leads to it. */
const OVERHANG = 3
const LEADER: Span = { from: -1, to: 1 }

/** An order in which labels are placed, and the preferred side of each. */
type Attempt = { readonly labels: readonly WantedLabel[]; readonly hangs: 'right' | 'left' }

/**
 * Labels in a number of lines above each other. None touches another, nor the line that leads to one. Each extends
 * to the right of its line like a flag, and they are placed from right to left: so an earlier one finds room
 * above a later one, and its line passes next to it. If one does not fit, the same is tried the other way round;
 * then the lowest ranks are placed first, and labels without room are omitted.
 */
export function placeLabels(wanted: readonly WantedLabel[], bounds: Span, tracks: number): PlacedLabel[] {
  const fromTheLeft = wanted.toSorted((one, other) => one.x - other.x)
  const fromTheRight = fromTheLeft.toReversed()
  const whole = (
    [
      { labels: fromTheRight, hangs: 'right' },
      { labels: fromTheLeft, hangs: 'left' },
    ] satisfies Attempt[]
  )
    .map(({ labels, hangs }) => placedIn({ labels: labels.map(inFull), hangs }, bounds, tracks))
    .find((placed) => placed.length === wanted.length)
  if (whole !== undefined) return whole
  const byRank = fromTheRight.toSorted((one, other) => one.rank - other.rank)
  return placedIn({ labels: byRank, hangs: 'right' }, bounds, tracks)
}

function inFull(label: WantedLabel): WantedLabel {
  return { ...label, variants: label.variants.slice(0, 1) }
}

function placedIn({ labels, hangs }: Attempt, bounds: Span, tracks: number): PlacedLabel[] {
  const taken: Span[][] = Array.from({ length: tracks }, () => [])
  return labels.flatMap((label) => {
    const placed = firstFit(label, hangs, bounds, taken)
    if (placed === undefined) return []
    const width = labelWidth(placed.text)
    taken[placed.track]?.push({ from: placed.left - MARGIN, to: placed.left + width + MARGIN })
    for (const below of taken.slice(0, placed.track)) below.push(leaderOf(label.x))
    return [placed]
  })
}

function firstFit(
  { x, variants, tone }: WantedLabel,
  hangs: Attempt['hangs'],
  bounds: Span,
  taken: readonly (readonly Span[])[],
): PlacedLabel | undefined {
  for (const text of variants) {
    const width = labelWidth(text)
    const lefts = [x - OVERHANG, x - width / 2, x - width + OVERHANG]
    for (const left of hangs === 'right' ? lefts : lefts.toReversed()) {
      const box = { from: left, to: left + width }
      if (box.from < bounds.from || box.to > bounds.to) continue
      const track = taken.findIndex(
        (spans, index) => isFree(box, spans) && isReached(x, taken.slice(0, index)),
      )
      if (track >= 0) return { x, left, text, tone, track }
    }
  }
  return undefined
}

/** Whether the line that leads to a label passes between those below it. */
function isReached(x: number, below: readonly (readonly Span[])[]): boolean {
  return below.every((spans) => isFree(leaderOf(x), spans))
}

function isFree({ from, to }: Span, taken: readonly Span[]): boolean {
  return taken.every((other) => to <= other.from || from >= other.to)
}

function leaderOf(x: number): Span {
  return { from: x + LEADER.from, to: x + LEADER.to }
}
