import type { PlacedLabel } from './placement.ts'
import type { TimelineRow } from './rows.ts'

/** The height of a line of labels. */
export const LINE = 17

/** How far the lanes are apart. */
const BETWEEN = 88

/** The vertical positions of the parts of a row, from its top. */
export type Heights = {
  readonly client: number
  readonly service: number
  /** The baseline of the scale's labels. */
  readonly axis: number
  readonly bottom: number
}

/** A row is as high as its labels need. */
export function heightsOf({ above, below }: Pick<TimelineRow, 'above' | 'below'>): Heights {
  const client = 14 + linesOf(above) * LINE
  const service = client + BETWEEN
  const axis = service + 28 + linesOf(below) * LINE
  return { client, service, axis, bottom: axis + 14 }
}

function linesOf(labels: readonly PlacedLabel[]): number {
  return Math.max(0, ...labels.map(({ track }) => track + 1))
}
