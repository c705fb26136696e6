/** What of a long list is drawn: the rows in sight, and the height above and below them. */
export type Window = {
  readonly from: number
  readonly to: number
  readonly above: number
  readonly below: number
}

/** The geometry of a list of rows of one height, one of which may be unfolded. Heights in pixels. */
export type List = {
  readonly rows: number
  readonly rowHeight: number
  /** The unfolded row; -1 for none. */
  readonly open: number
  readonly openHeight: number
}

/** Rows that are drawn out of sight, so that a fast scroll shows no hole. */
const SPARE = 8

/** The rows to draw where a list is scrolled to, in a view of some height. */
export function windowOf(list: List, scrolled: number, height: number): Window {
  const from = Math.max(0, rowAt(list, scrolled) - SPARE)
  const to = Math.min(list.rows, rowAt(list, scrolled + height) + 1 + SPARE)
  return { from, to, above: topOf(list, from), below: topOf(list, list.rows) - topOf(list, to) }
}

/** How far a row is from the beginning of its list. */
export function topOf({ rowHeight, open, openHeight }: List, row: number): number {
  return row * rowHeight + (open >= 0 && row > open ? openHeight : 0)
}

function rowAt(list: List, y: number): number {
  const { rows, rowHeight, open, openHeight } = list
  const end = topOf(list, open + 1)
  const isBefore = open < 0 || y < end - openHeight
  const row = isBefore ? y / rowHeight : y < end ? open : (y - openHeight) / rowHeight
  return Math.min(rows, Math.max(0, Math.floor(row)))
}
