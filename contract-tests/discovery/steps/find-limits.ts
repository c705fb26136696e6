import type { OrderRequest } from '../../../contract/wire/bodies.ts'
import { formOf, mayLimit } from '../../history/forms.ts'
import { type Answer, isServed } from '../../run/answer.ts'
import { orderBody } from '../../run/api-client.ts'
import { isBusy } from '../prober.ts'
import { type KeyedSearch, newReference, sightingIn } from '../search.ts'

const FORMS = ['charset', 'chunked'] as const

/** Sends the identical body of an order in other forms (gap `request-forms`): it is the same purchase (§4.2). */
export async function findRequestForms(search: KeyedSearch, order: OrderRequest): Promise<void> {
  const { prober, findings, auth, aim } = search
  findings.step('How a request may be written')
  for (const form of FORMS) {
    const how = `the identical body, where ${formOf(form).words}`
    const body = orderBody(order)
    const answer = await prober.ask({ operation: 'createOrder', body, auth, forms: [form], how })
    const key = `requests.${form}` as const
    const seen = [sightingIn(search, answer, [], how)]
    const isRefused = mayLimit(answer.status, [form], aim.start)
    if (isServed(answer) || isRefused) {
      const reason = `A request in which ${formOf(form).words} is ${isRefused ? 'refused' : 'served'}.`
      findings.found({ key, value: !isRefused, provenance: 'observed', reason, seen })
    } else findings.missed({ key, reason: 'It was neither served nor refused for that.', seen })
  }
}

/** What a reference has in any case: the service took it, or §2 shows it. */
const USUAL = 'A-Za-z0-9:-'
const UNUSUAL = ['.', '_', '~', '+', '/', '%', ' ', 'é'] as const

/** The most requests of it: all characters, each of them, the longest, and halves from there. */
export const REFERENCES_NEED = 20

/**
 * Sends purchases of a card that does not exist, under references of other characters and lengths (gap
 * `reference-limits`). Where such a reference is refused in another way than the card is, that is a limit of references.
 */
export async function findReferenceLimits(search: KeyedSearch): Promise<void> {
  const { prober, findings, auth, aim } = search
  const usual = newReference(search, 'limits')
  const sku = `NO-SUCH-SKU-${aim.runId}`
  const ask = (partnerReference: string, how: string) =>
    prober.ask({ operation: 'createOrder', body: orderBody({ partnerReference, sku }), auth, how })
  const plain = await ask(usual, 'a card that does not exist')
  const isOfCard = ({ status }: Answer) => status === plain.status
  if (isServed(plain) || isBusy(plain) || plain.status === aim.start.errors.invalidBody) return
  const isLimit = (answer: Answer) => !isOfCard(answer) && mayLimit(answer.status, ['charset'], aim.start)

  const all = await ask(usual + UNUSUAL.join(''), 'the same, and unusual characters in its reference')
  if (isLimit(all)) {
    const taken: string[] = []
    for (const character of UNUSUAL)
      if (isOfCard(await ask(usual + character, `the same, with ${JSON.stringify(character)}`)))
        taken.push(character)
    const value = `${USUAL.slice(0, -1)}${taken.join('')}-`
    const reason = 'Other characters are refused in another way than the card is.'
    const seen = [sightingIn(search, plain), sightingIn(search, all)]
    findings.found({ key: 'references.characters', value, provenance: 'observed', reason, seen })
  }

  const most = aim.start.limits.fieldCharacters
  const long = await ask(usual.padEnd(most, 'x'), `the same, with ${most} characters`)
  if (!isLimit(long)) return
  let [taken, refused] = [usual.length, most]
  while (refused - taken > 1) {
    const tried = Math.floor((taken + refused) / 2)
    if (isOfCard(await ask(usual.padEnd(tried, 'x'), `the same, with ${tried} characters`))) taken = tried
    else refused = tried
  }
  const reason = `A reference of ${taken} characters is taken, and one of ${refused} is refused.`
  const seen = [sightingIn(search, plain), sightingIn(search, long)]
  findings.found({ key: 'references.longest', value: taken, provenance: 'observed', reason, seen })
}
