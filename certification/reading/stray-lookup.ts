import type { Exchange } from '../../contract/exchange.ts'
import type { Profile } from '../../contract/profile.ts'

/** Methods that ask, and change nothing (RFC 9110, section 9.2.1). */
const ASKING = ['GET', 'QUERY']

/**
 * Whether a request seems to be meant for the lookup, though the profile has that elsewhere, or for a reference that is
 * misspelt. The reference documents that there is a lookup, and does not show its path: who asks elsewhere has made
 * another assumption than the profile, and broken nothing.
 */
export function isStrayLookup({ nearMiss, request }: Exchange, { lookup }: Profile): boolean {
  if (nearMiss?.operation !== 'lookupOrder') return false
  if (nearMiss.clause === 'stable-reference') return true
  return nearMiss.gap === 'lookup-operation' && [...ASKING, lookup.method].includes(request.method)
}
