import { slipsBetween } from '../../mock-server/respond/explain/slips.ts'

const NAMED = 5
const MOST_NEAR = 3
/** A shorter text is a part of too many names. */
const LEAST_PART = 3

/**
 * What to write instead of a name that is none: those that it resembles, else some of those that there are. As a
 * sentence.
 *
 * @example
 * nearestOf('ip-allow-list', ['ping-ok', 'ip-allowlist']) // 'Did you mean ip-allowlist?'
 */
export function nearestOf(name: string, known: readonly string[]): string {
  const near = namesLike(name, known)
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`
  const more = known.length - NAMED
  const names = known.slice(0, more > 1 ? NAMED : known.length).join(', ')
  return `There are: ${names}${more > 1 ? `, and ${more} more` : ''}.`
}

/**
 * The names that another may have been meant for: the one that is a slip of the hand away from it, with what stands
 * before its first hyphen or without; else those that it is a part of.
 *
 * @example
 * namesLike('at-once', ['SCENARIO-AT-ONCE', 'SCENARIO-CUT']) // ['SCENARIO-AT-ONCE']
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
