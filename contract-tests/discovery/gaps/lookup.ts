import type { Profile } from '../../../contract/profile/profile.ts'
import { type Answer, describeAnswer, isServed, summaryIn } from '../../run/exchange.ts'
import { type KeyedSearch, seenIn, together } from '../search.ts'

type Lookup = Profile['lookup']

/** Common paths of a lookup. Only reads: a candidate that writes might do anything. */
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

/** What is tried: the lookup of the starting profile first, where it is a read. */
export function lookupWays(start: Lookup): readonly Lookup[] {
  const usual = USUAL.filter((path) => path !== start.path).map((path): Lookup => ({ method: 'GET', path }))
  return start.method === 'GET' ? [start, ...usual] : usual
}

const CONTROL = 'a reference that was never sent'

/**
 * Finds the lookup of an order (gap `lookup-operation`): a read that shows a summary at `data.order` (§4.1), and
 * shows none for a reference that was never sent.
 */
export async function findLookup(
  search: KeyedSearch,
  partnerReference: string,
): Promise<{ readonly lookup: Lookup; readonly answer: Answer } | undefined> {
  const tried: Answer[] = []
  for (const lookup of lookupWays(search.start.lookup)) {
    const answer = await lookUp(search, lookup, partnerReference)
    tried.push(answer)
    if (summaryIn(answer) !== undefined) {
      if (await tellsReferencesApart(search, lookup, partnerReference, answer)) return { lookup, answer }
    } else if (isServed(answer))
      search.findings.note('Served, but without a status at data.order: that is not the lookup.')
  }
  const reason = `None of ${tried.length} candidates shows the order at data.order. Ask the operator for path and method.`
  search.findings.miss('lookup', reason, seenIn(search, tried))
  return undefined
}

export function lookUp(
  { prober, auth }: KeyedSearch,
  lookup: Lookup,
  partnerReference: string,
  how = '',
): Promise<Answer> {
  return prober.ask({ operation: 'lookupOrder', values: { partnerReference }, lookup, auth, how })
}

/** The control: a read that shows an order for any reference is not a lookup. */
async function tellsReferencesApart(
  search: KeyedSearch,
  lookup: Lookup,
  partnerReference: string,
  answer: Answer,
): Promise<boolean> {
  const control = await lookUp(search, lookup, `${partnerReference}-never-sent`, CONTROL)
  if (control.status === null || summaryIn(control) !== undefined) {
    search.findings.note(`${describeAnswer(control)} for ${CONTROL} as well: that is not the lookup.`)
    return false
  }
  search.refusals.push({ kind: 'notFound', answer: control, how: CONTROL })
  const reason = `It shows the order that was bought at data.order, and none for ${CONTROL} (${control.status}).`
  const evidence = [seenIn(search, [answer], ['/data/order/status']), seenIn(search, [control], [], CONTROL)]
  search.findings.add('lookup', lookup, reason, together(evidence))
  return true
}
