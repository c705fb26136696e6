/** A slip of the hand in a short word is one edit; in a longer one it may be two, such as two letters swapped. */
const SHORT = 4

/**
 * Whether one word is a slip of the hand away from another, and by how many edits (of Levenshtein).
 *
 * @returns `undefined` where they are too far apart to be taken for each other.
 *
 * @example
 * slipsBetween('order', 'orders') // 1
 */
export function slipsBetween(one: string, other: string): number | undefined {
  const most = Math.max(one.length, other.length) <= SHORT ? 1 : 2
  if (Math.abs(one.length - other.length) > most) return undefined
  const edits = editDistance(one, other)
  return edits <= most ? edits : undefined
}

function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const swap = at(above, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(swap, at(above, column) + 1, at(current, column - 1) + 1))
    }
    above = current
  }
  return at(above, other.length)
}

/** Every index that is asked for is within the row. */
function at(row: readonly number[], index: number): number {
  return row[index] ?? 0
}
