import { distance } from 'fastest-levenshtein'

/** In a short word one edit is a typing error; in a longer one it may be two, such as two swapped letters. */
const SHORT = 4

/**
 * By how many edits (Levenshtein) two words differ, if the difference may be a typing error.
 *
 * @returns `undefined` if they differ too much.
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
