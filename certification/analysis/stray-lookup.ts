import type { Profile } from '../../contract/profile/profile.ts'
import { adminPath } from '../../contract/wire/admin-path.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { decodePart } from '../../contract/wire/path-template.ts'
import type { Trial } from '../trial.ts'
import type { OrderExchange } from './request.ts'

/** What to do about a lookup at another path. */
export const CHANGE_LOOKUP = 'If the service has its lookup there, change lookup in the profile.'

/** Safe methods (RFC 9110, section 9.2.1). */
const ASKING = ['GET', 'QUERY']

/** Lookups at a wrong path or for a misspelled reference: the client did look for its order. */
export type StrayLookups = {
  /** At a path that is not the profile's lookup. */
  readonly elsewhere: readonly Exchange[]
  /** Of a reference that is spelled differently from the purchase: in another case, encoded twice, or not at all. */
  readonly misspelled: readonly Exchange[]
}

/**
 * The requests that may be meant as the lookup, although the profile has it elsewhere, or for a reference that is
 * misspelled. The reference documents that there is a lookup, and shows neither its path nor its method: a client that
 * asks elsewhere for what it has bought assumes something else than the profile, and breaks nothing. A client that
 * also uses the profile's lookup has no such excuse.
 *
 * @param requests of the trial, about orders.
 */
export function strayLookupsIn(
  { exchanges }: Trial,
  requests: readonly OrderExchange[],
  profile: Profile,
): StrayLookups {
  const bought = new Set(
    requests.flatMap(({ kind, reference }) => (kind === 'purchase' ? (reference ?? []) : [])),
  )
  const lookups = requests.filter(({ kind }) => kind === 'lookup')
  const bare = [...bought].flatMap((reference) => unencoded(reference, profile) ?? [])
  const isBare = ({ request: { method, target } }: Exchange) =>
    method === profile.lookup.method && bare.some((path) => target.endsWith(path))
  const sought = lookups.length > 0 ? [] : [...bought].filter((reference) => reference.trim() !== '')
  const spellings = new Set([...bought].map(folded))
  return {
    elsewhere: exchanges.filter(
      (exchange) =>
        !asksMock(exchange) &&
        !isBare(exchange) &&
        (resemblesLookup(exchange, profile) || asksFor(exchange, sought, profile)),
    ),
    misspelled: [
      ...exchanges.filter(isBare),
      ...lookups
        .filter(({ reference = '' }) => !bought.has(reference) && spellings.has(folded(reference)))
        .map(({ exchange }) => exchange),
    ],
  }
}

/** The path of a lookup with a reference that was not encoded, where that is another path. */
function unencoded(reference: string, { lookup }: Profile): string | undefined {
  return /[/?#%]/.test(reference) && reference.trim() !== ''
    ? lookup.path.replace('{partnerReference}', reference)
    : undefined
}

/** The first stray lookup after a request, and its description, which follows "and then"; undefined when there is none. */
export function strayAfter(
  { seq }: Exchange,
  { elsewhere, misspelled }: StrayLookups,
): { readonly exchange: Exchange; readonly words: string } | undefined {
  const exchange = [...elsewhere, ...misspelled].find((one) => one.seq > seq)
  if (exchange === undefined) return undefined
  const asked = `it asked ${exchange.request.method} ${exchange.request.target.slice(0, 80)}`
  const isMisspelled = misspelled.includes(exchange)
  return {
    exchange,
    words: isMisspelled
      ? `${asked}, which spells the reference differently (see stable-reference).`
      : `${asked}, which is not the lookup of this profile. ${CHANGE_LOOKUP}`,
  }
}

/** A reference without what a mistake may change: its case, blanks and quotes around it, double encoding. */
function folded(reference: string): string {
  const plain = decodePart(reference)
  return plain
    .normalize('NFKC')
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()
}

/** No service has a lookup at the admin paths of the mock. */
function asksMock({ request }: Exchange): boolean {
  const [path = ''] = request.target.split('?')
  return adminPath(path) !== undefined
}

function resemblesLookup({ nearMiss, request }: Exchange, { lookup }: Profile): boolean {
  const isLike = nearMiss?.operation === 'lookupOrder' && nearMiss.gap === 'lookup-operation'
  return isLike && [...ASKING, lookup.method].includes(request.method)
}

/** Whether it asks for an order that was bought, at a path where the profile has no operation. */
function asksFor({ operation, request }: Exchange, bought: readonly string[], { lookup }: Profile): boolean {
  if (operation !== null || ![...ASKING, 'POST', lookup.method].includes(request.method)) return false
  return bought.some((reference) => mentions(request, reference))
}

function mentions({ method, target, body }: Exchange['request'], reference: string): boolean {
  const spellings = [
    reference,
    encodeURI(reference.toWellFormed()),
    encodeURIComponent(reference.toWellFormed()),
  ]
  const inJson = JSON.stringify(reference).slice(1, -1)
  // What is sent by POST to the address of an order may change it.
  const isInTarget = method !== 'POST' && spellings.some((spelling) => target.includes(spelling))
  return isInTarget || (body ?? '').includes(inJson)
}
