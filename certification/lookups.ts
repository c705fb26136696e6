import type { Profile } from '../contract/profile/profile.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import { adminPath } from '../contract/wire/admin-path.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { decodePart } from '../contract/wire/path-template.ts'
import { isShutOutAfter, type Order, type OrderExchange } from './orders.ts'
import { quoteName, type Trial } from './trial.ts'

export const CHANGE_LOOKUP = 'If the service has its lookup there, change lookup in the profile.'

/**
 * Requests that look like lookups, but use another path than the profile's; and lookups with a misspelled reference.
 */
export type OtherLookups = {
  readonly elsewhere: readonly Exchange[]
  readonly misspelled: readonly Misspelled[]
}

/**
 * A lookup that spells the reference otherwise: in another case, with `+` for a blank, encoded twice, or not encoded at
 * all. In the last case, `asked` is undefined.
 */
export type Misspelled = {
  readonly exchange: Exchange
  /** The reference as the purchase spelled it. */
  readonly meant: string
  readonly asked: string | undefined
}

/**
 * Requests that may be meant as the lookup, although the profile has it elsewhere, or that misspell a reference.
 *
 * The reference of the API shows neither the path nor the method of the lookup. A client that looks its order up
 * elsewhere assumes something other than the profile, and breaks nothing. A client that also uses the profile's lookup
 * has no such excuse.
 */
export function otherLookupsIn(
  { exchanges }: Trial,
  requests: readonly OrderExchange[],
  { lookup }: Profile,
): OtherLookups {
  const { purchase = [], lookup: lookups = [] } = Object.groupBy(requests, ({ kind }) => kind)
  const bought = new Set(purchase.flatMap(({ reference }) => reference ?? []))
  const named = [...bought].filter((reference) => reference.trim() !== '')
  // Without encoding, a reference with one of these characters changes the path.
  const odd = named.filter((reference) => /[/?#%]/.test(reference))
  const unencodedIn = ({ request: { method, target } }: Exchange) =>
    method === lookup.method
      ? odd.find((reference) => target.endsWith(lookup.path.replace('{partnerReference}', reference)))
      : undefined
  const sought = lookups.length > 0 ? [] : named
  const mayBeLookup = ({ operation, nearMiss, request }: Exchange) => {
    // Safe methods (RFC 9110, section 9.2.1).
    const isSafe = ['GET', 'QUERY', lookup.method].includes(request.method)
    const isLike = nearMiss?.operation === 'lookupOrder' && nearMiss.gap === 'lookup-operation'
    const isAsked = operation === null && sought.some((reference) => namesReference(request, reference))
    return (isSafe && isLike) || ((isSafe || request.method === 'POST') && isAsked)
  }
  const isOfMock = ({ request: { target } }: Exchange) => adminPath(target.split('?')[0] ?? '') !== undefined
  const unencoded = exchanges.flatMap((exchange): Misspelled[] => {
    const meant = unencodedIn(exchange)
    return meant === undefined ? [] : [{ exchange, meant, asked: undefined }]
  })
  const respelled = lookups.flatMap(({ exchange, reference: asked = '' }): Misspelled[] => {
    const meant = bought.has(asked) ? undefined : [...bought].find((one) => folded(one) === folded(asked))
    return meant === undefined ? [] : [{ exchange, meant, asked }]
  })
  return {
    elsewhere: exchanges.filter(
      (one) => mayBeLookup(one) && unencodedIn(one) === undefined && !isOfMock(one),
    ),
    misspelled: [...unencoded, ...respelled],
  }
}

export function callOf({ request: { method, target } }: Exchange): string {
  return `${method} ${target.slice(0, 80)}`
}

/**
 * A reference without the features that a mistake may change: case, outer blanks and quotes, form blanks, double
 * encoding.
 */
function folded(reference: string): string {
  return decodePart(reference)
    .replaceAll('+', ' ')
    .normalize('NFKC')
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()
}

function namesReference({ method, target, body }: Exchange['request'], reference: string): boolean {
  const sent = reference.toWellFormed()
  const spellings = [reference, encodeURI(sent), encodeURIComponent(sent)]
  // A POST to the address of an order may change the order, so only its body is read.
  const isInTarget = method !== 'POST' && spellings.some((spelling) => target.includes(spelling))
  return isInTarget || (body ?? '').includes(JSON.stringify(reference).slice(1, -1))
}

/** Says how the purchase and the lookup spelled the reference. */
export function spellingWords({ exchange, meant, asked }: Misspelled): string {
  if (asked === undefined)
    return `${quoteName(meant)} was put into the path as it is, in ${callOf(exchange)}.`
  return `it bought ${quoteName(meant)}, and looked up ${quoteName(asked)}.`
}

/** Names a reference that the client looked up and never bought, as the end of a sentence; empty if there is none. */
export function strayWords({ orders }: { readonly orders: readonly Order[] }): string {
  const stray = orders.find(({ purchases }) => purchases.length === 0)
  return stray === undefined ? '' : `: it looked up ${quoteName(stray.reference)}, which it never bought`
}

type Sought = { readonly trial: Trial; readonly profile: Profile; readonly otherLookups: OtherLookups }

/** The first later lookup that misspells the reference of a request. */
export function misspelledAfter(
  { exchange, reference }: OrderExchange,
  { otherLookups }: Pick<Sought, 'otherLookups'>,
): Misspelled | undefined {
  return otherLookups.misspelled.find((one) => one.exchange.seq > exchange.seq && one.meant === reference)
}

/** What kept a client from looking up its order, without breaking a clause. The words continue "and then". */
export function hindranceAfter(
  exchange: Exchange,
  { trial, profile, otherLookups }: Sought,
): { words: string; evidence: readonly Exchange[]; restsOn: readonly GapId[] } | undefined {
  const asked = otherLookups.elsewhere.find(({ seq }) => seq > exchange.seq)
  if (asked === undefined) {
    const words = 'the client was refused, and could no longer ask for it.'
    return isShutOutAfter(exchange, trial, profile) ? { words, evidence: [], restsOn: [] } : undefined
  }
  const words = `it asked ${callOf(asked)}, which is not the lookup of this profile. ${CHANGE_LOOKUP}`
  return { words, evidence: [asked], restsOn: ['lookup-operation'] }
}
