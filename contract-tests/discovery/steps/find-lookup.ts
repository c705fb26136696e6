import type { Profile } from '../../../contract/profile/profile.ts'
import { type Answer, describeAnswer, isServed, lookupSummary } from '../../run/answer.ts'
import { lookupWays } from '../lookup-ways.ts'
import { type KeyedSearch, sightingIn } from '../search.ts'

/** The lookup that was found, and its answer. */
export type LookupFound = { readonly lookup: Profile['lookup']; readonly answer: Answer }

const CONTROL = 'a reference that was never sent'

/**
 * Finds the lookup of an order (gap `lookup-operation`): a read that shows a summary at `data.order` (§4.1), and
 * shows none for a reference that was never sent.
 */
export async function findLookup(
  search: KeyedSearch,
  partnerReference: string,
): Promise<LookupFound | undefined> {
  const tried: Answer[] = []
  for (const lookup of lookupWays(search.aim.start.lookup)) {
    const answer = await lookUp(search, lookup, partnerReference)
    tried.push(answer)
    if (lookupSummary(answer) === undefined) noteNoSummary(search, answer)
    else if (await tellsReferencesApart(search, lookup, partnerReference, answer)) return { lookup, answer }
  }
  search.findings.missed({
    key: 'lookup',
    reason: `None of ${tried.length} candidates shows the order at data.order. Ask the operator for path and method.`,
    seen: tried.map((answer) => sightingIn(search, answer)),
  })
  return undefined
}

/** Looks up an order by a candidate. */
export function lookUp(
  { prober, auth }: KeyedSearch,
  lookup: Profile['lookup'],
  partnerReference: string,
  how?: string,
): Promise<Answer> {
  const values = { partnerReference }
  return prober.ask({ operation: 'lookupOrder', values, lookup, auth, ...(how !== undefined && { how }) })
}

/** The control: a read that shows an order for any reference is not a lookup. */
async function tellsReferencesApart(
  search: KeyedSearch,
  lookup: Profile['lookup'],
  partnerReference: string,
  answer: Answer,
): Promise<boolean> {
  const control = await lookUp(search, lookup, `${partnerReference}-never-sent`, CONTROL)
  if (control.status === null || lookupSummary(control) !== undefined) {
    search.findings.note(`${describeAnswer(control)} for ${CONTROL} as well: that is not the lookup.`)
    return false
  }
  search.findings.refusals.notFound.push({ answer: control, how: CONTROL })
  search.findings.found({
    key: 'lookup',
    value: lookup,
    provenance: 'observed',
    reason: `It shows the order that was bought at data.order, and none for ${CONTROL} (${control.status}).`,
    seen: [sightingIn(search, answer, ['/data/order/status']), sightingIn(search, control, [], CONTROL)],
  })
  return true
}

function noteNoSummary({ findings }: KeyedSearch, answer: Answer): void {
  if (isServed(answer)) findings.note('Served, but without a status at data.order: that is not the lookup.')
}
