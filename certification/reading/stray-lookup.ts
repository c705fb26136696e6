import type { Exchange } from '../../contract/exchange.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Trial } from '../trial.ts'
import { type OrderRequest, referenceIn } from './request.ts'

/** What to do about a lookup that is elsewhere. */
export const CHANGE_LOOKUP = 'If the service has it there, change lookup in the profile.'

/** Methods that ask, and change nothing (RFC 9110, section 9.2.1). */
const ASKING = ['GET', 'QUERY']

/**
 * The requests that may be meant for the lookup, though the profile has that elsewhere, or for a reference that is
 * misspelt. The reference documents that there is a lookup, and shows neither its path nor its method: a client that
 * asks elsewhere, for what it has bought, has made another assumption than the profile, and broken nothing. One that
 * looks up where the profile says knows better.
 *
 * @param requests of the trial, about orders.
 */
export function strayLookupsIn(
  { exchanges }: Trial,
  requests: readonly OrderRequest[],
  profile: Profile,
): readonly Exchange[] {
  const references = new Set(
    requests.flatMap(({ kind, reference }) => (kind === 'purchase' ? (reference ?? []) : [])),
  )
  const knowsLookup = requests.some(({ kind }) => kind === 'lookup')
  const bought = knowsLookup ? [] : [...references].filter((reference) => reference.trim() !== '')
  return exchanges.filter(
    (exchange) =>
      isMisspelt(exchange, references, profile) ||
      resemblesLookup(exchange, profile) ||
      asksFor(exchange, bought, profile),
  )
}

/** Whether a lookup spells a reference in another way than the purchase did. */
function isMisspelt(
  { nearMiss, request }: Exchange,
  references: ReadonlySet<string>,
  { lookup }: Profile,
): boolean {
  if (nearMiss?.operation !== 'lookupOrder' || nearMiss.clause !== 'stable-reference') return false
  return !references.has(referenceIn(request.target, lookup.path) ?? '')
}

function resemblesLookup({ nearMiss, request }: Exchange, { lookup }: Profile): boolean {
  const isLike = nearMiss?.operation === 'lookupOrder' && nearMiss.gap === 'lookup-operation'
  return isLike && [...ASKING, lookup.method].includes(request.method)
}

/** Whether it asks for something that was bought, where the profile has no operation. */
function asksFor({ operation, request }: Exchange, bought: readonly string[], { lookup }: Profile): boolean {
  if (operation !== null || ![...ASKING, 'POST', lookup.method].includes(request.method)) return false
  return bought.some((reference) => mentions(request, reference))
}

function mentions({ target, body }: Exchange['request'], reference: string): boolean {
  const spellings = [
    reference,
    encodeURI(reference.toWellFormed()),
    encodeURIComponent(reference.toWellFormed()),
  ]
  const inJson = JSON.stringify(reference).slice(1, -1)
  return spellings.some((spelling) => target.includes(spelling)) || (body ?? '').includes(inJson)
}
