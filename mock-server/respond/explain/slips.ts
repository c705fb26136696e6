import { distance } from 'fastest-levenshtein'

/** In a short word one edit is a slip of the hand; in a longer one it may be two, such as two letters swapped. */
const SHORT = 4

/**
 * Whether one word is a slip of the hand away from another, and by how many edits (Levenshtein).
 *
 * @returns `undefined` where they are too far apart to be taken for each other.
 *
 * @example
 * slipsBetween('order', 'orders') // 1
 */
export function slipsBetween(one: string, other: string): number | undefined {
  const most = Math.max(one.length, other.length) <= SHORT ? 1 : 2
  if (Math.abs(one.length - other.length) > most) return undefined
  const edits = distance(one, other)
  return edits <= most ? edits : undefined
}
