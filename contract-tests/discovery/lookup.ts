import type { Profile } from '../../contract/profile/profile.ts'
import { summaryAt } from '../../contract/wire/exchange-facts.ts'
import { isServed, summaryIn } from '../target/exchange.ts'
import { noteRefusal } from './errors.ts'
import type { Probe } from './findings.ts'
import type { Search } from './prober.ts'

type Lookup = Profile['lookup']

/** The usual paths of a lookup. All use GET, since a request that writes might do anything. */
const USUAL = [
  '/orders/{partnerReference}',
  '/orders?partnerReference={partnerReference}',
  '/orders?reference={partnerReference}',
  '/orders?ref={partnerReference}',
  '/orders/by-reference/{partnerReference}',
  '/orders/reference/{partnerReference}',
  '/orders/lookup/{partnerReference}',
  '/orders/lookup?partnerReference={partnerReference}',
  '/order/{partnerReference}',
  '/orders/{partnerReference}/status',
  '/purchases/{partnerReference}',
  '/orders/find?reference={partnerReference}',
] as const

/** The lookups to try, beginning with that of the starting profile if it is a GET. */
export function lookupWays(start: Lookup): readonly Lookup[] {
  const usual = USUAL.filter((path) => path !== start.path).map((path): Lookup => ({ method: 'GET', path }))
  return start.method === 'GET' ? [start, ...usual] : usual
}

/**
 * Finds the lookup of an order (gap `lookup-operation`): a GET that shows a summary at `data.order` (§4.1), and none
 * for a reference that was never sent. Returns it with its answer for the order.
 */
export async function findLookup(search: Search, reference: string) {
  const { findings } = search
  const tried: Probe[] = []
  for (const lookup of lookupWays(search.start.lookup)) {
    const probe = await lookUp(search, lookup, reference)
    tried.push(probe)
    if (isServed(probe) && summaryIn(probe) === undefined) findings.note(whyNotTheLookup(probe))
    if (summaryIn(probe) === undefined) continue
    const unknown = await lookUp(
      search,
      lookup,
      `${reference}-never-sent`,
      'with a reference that was never sent',
    )
    if (unknown.status === null || summaryIn(unknown) !== undefined) {
      findings.note('It does not tell references apart, so this is not the lookup.')
      continue
    }
    const reason = `It shows the order at data.order, and none for a reference that was never sent (${unknown.status}).`
    findings.add('lookup', lookup, reason, [probe, unknown])
    noteRefusal(search, 'errors.notFound', unknown)
    return { lookup, probe }
  }
  const reason = `None of the ${tried.length} candidates shows the order at data.order. Ask the operator for the lookup, and give it with --lookup.`
  findings.miss('lookup', reason, tried)
  return undefined
}

/** A lookup that nests its summary as a purchase does breaks a clause; `verify` says so of the lookup in the profile. */
function whyNotTheLookup({ json }: Probe): string {
  return summaryAt(json, 'createOrder') === undefined
    ? 'It has no status at data.order, so this is not the lookup.'
    : 'It has its status at data.order.order, where a purchase has it: a lookup has it at data.order (§4.1). If this is the lookup, put it into the profile: verify will name the fault.'
}

export function lookUp({ ask }: Search, lookup: Lookup, partnerReference: string, how = ''): Promise<Probe> {
  return ask({ operation: 'lookupOrder', values: { partnerReference }, lookup, how })
}
