import { distance } from 'fastest-levenshtein'

const NAMED = 5
const MOST_NEAR = 3
/** Shorter texts are part of too many names. */
const LEAST_PART = 3

/** What to write instead of an unknown name, as a sentence: the most similar names, else some of the valid ones. */
export function nearestOf(name: string, known: readonly string[]): string {
  const near = namesLike(name, known)
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`
  const more = known.length - NAMED
  const names = known.slice(0, more > 1 ? NAMED : known.length).join(', ')
  return `There are: ${names}${more > 1 ? `, and ${more} more` : ''}.`
}

/**
 * The names that may be meant by an unknown one: the one that differs by a typing error, with or without the part before
 * its first hyphen; else those that contain it.
 */
export function namesLike(name: string, known: readonly string[]): readonly string[] {
  const asked = name.toLowerCase()
  const slips = known.flatMap((one) => {
    const whole = one.toLowerCase()
    const edits = [whole, whole.replace(/^[^-]*-/, '')].flatMap((text) => slipsBetween(asked, text) ?? [])
    return edits.length === 0 ? [] : [{ one, edits: Math.min(...edits) }]
  })
  const [nearest] = slips.toSorted((left, right) => left.edits - right.edits)
  if (nearest !== undefined) return [nearest.one]
  if (asked.length < LEAST_PART) return []
  return known.filter((one) => one.toLowerCase().includes(asked)).slice(0, MOST_NEAR)
}

/** In a short word one edit is a typing error; in a longer one it may be two, such as two swapped letters. */
const SHORT = 4

/** By how many edits (Levenshtein) two words differ; undefined if these are too many for a typing error. */
export function slipsBetween(one: string, other: string): number | undefined {
  const most = Math.max(one.length, other.length) <= SHORT ? 1 : 2
  const edits = distance(one, other)
  return edits <= most ? edits : undefined
}
