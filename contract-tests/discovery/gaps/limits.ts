import type { OrderRequest } from '../../../contract/wire/bodies.ts'
import { formOf, mayLimit } from '../../history/forms.ts'
import { type Answer, isServed, orderBody } from '../../run/exchange.ts'
import { isBusy } from '../prober.ts'
import { type KeyedSearch, newReference, seenIn } from '../search.ts'

/** Sends the identical body of an order in other forms (gap `request-forms`): it is the same purchase (§4.2). */
export async function findRequestForms(search: KeyedSearch, order: OrderRequest): Promise<void> {
  const { prober, findings, auth, start } = search
  findings.step('How a request may be written')
  for (const form of ['charset', 'chunked'] as const) {
    const { words } = formOf(form)
    const how = `the identical body, where ${words}`
    const body = orderBody(order)
    const answer = await prober.ask({ operation: 'createOrder', body, auth, forms: [form], how })
    const key = `requests.${form}` as const
    const evidence = seenIn(search, [answer], [], how)
    const isRefused = mayLimit(answer.exchange.response, [form], start)
    const reason = `A request in which ${words} is ${isRefused ? 'refused' : 'served'}.`
    if (isServed(answer) || isRefused) findings.add(key, !isRefused, reason, evidence)
    else findings.miss(key, 'It was neither served nor refused for that.', evidence)
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
  const { prober, findings, auth, start, runId } = search
  const usual = newReference(search, 'limits')
  const ask = (partnerReference: string, how: string) => {
    const body = orderBody({ partnerReference, sku: `NO-SUCH-SKU-${runId}` })
    return prober.ask({ operation: 'createOrder', body, auth, how })
  }
  const plain = await ask(usual, 'a card that does not exist')
  const isOfCard = ({ status }: Answer) => status === plain.status
  if (isServed(plain) || isBusy(plain) || plain.status === start.errors.invalidBody) return
  const isLimit = (answer: Answer) =>
    !isOfCard(answer) && mayLimit(answer.exchange.response, ['charset'], start)

  const all = await ask(usual + UNUSUAL.join(''), 'the same, and unusual characters in its reference')
  if (isLimit(all)) {
    const taken: string[] = []
    for (const character of UNUSUAL)
      if (isOfCard(await ask(usual + character, `the same, with ${JSON.stringify(character)}`)))
        taken.push(character)
    const value = `${USUAL.slice(0, -1)}${taken.join('')}-`
    const reason = 'Other characters are refused in another way than the card is.'
    findings.add('references.characters', value, reason, seenIn(search, [plain, all]))
  }

  const most = start.limits.fieldCharacters
  const long = await ask(usual.padEnd(most, 'x'), `the same, with ${most} characters`)
  if (!isLimit(long)) return
  let [taken, refused] = [usual.length, most]
  while (refused - taken > 1) {
    const tried = Math.floor((taken + refused) / 2)
    if (isOfCard(await ask(usual.padEnd(tried, 'x'), `the same, with ${tried} characters`))) taken = tried
    else refused = tried
  }
  const reason = `A reference of ${taken} characters is taken, and one of ${refused} is refused.`
  findings.add('references.longest', taken, reason, seenIn(search, [plain, long]))
}
