import { slipsBetween } from '../../mock-server/respond/explain/slips.ts'

const NAMED = 5

/**
 * What to write instead of a name that is none: the one that it resembles, else some of those that there are. As a
 * sentence.
 *
 * @example
 * nearestOf('ip-allow-list', ['ping-ok', 'ip-allowlist']) // 'Did you mean ip-allowlist?'
 */
export function nearestOf(name: string, known: readonly string[]): string {
  const slips = known.flatMap((one) => {
    const edits = slipsBetween(name.toLowerCase(), one.toLowerCase())
    return edits === undefined ? [] : [{ one, edits }]
  })
  const [nearest] = slips.toSorted((left, right) => left.edits - right.edits)
  if (nearest !== undefined) return `Did you mean ${nearest.one}?`
  const more = known.length - NAMED
  const names = known.slice(0, more > 1 ? NAMED : known.length).join(', ')
  return `There are: ${names}${more > 1 ? `, and ${more} more` : ''}.`
}
