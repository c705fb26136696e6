import type { OrderRequest } from '../../../contract/wire/bodies.ts'
import { formOf, mayLimit } from '../../history/forms.ts'
import { type Answer, isServed, orderBody } from '../../run/exchange.ts'
import type { Node } from '../openapi/document/api-document.ts'
import { requestOf, responsesOf } from '../openapi/document/operations.ts'
import { sampleIn } from '../openapi/document/sample.ts'
import { isBusy } from '../prober.ts'
import { type KeyedSearch, newReference, type Reading, seenAt, seenIn } from '../sources.ts'

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

/** What a sentence says that refuses a form of requests. */
const REFUSED = String.raw`\b[^.]{0,40}\b(?:refused|rejected|not (?:taken|accepted|allowed|supported))\b`

/** How a sentence states a limit: with a number and its unit, or as a refusal. */
const SENTENCES = {
  'requests.charset': new RegExp(`charset${REFUSED}`, 'i'),
  'requests.chunked': new RegExp(`chunk(?:s|ed)${REFUSED}`, 'i'),
  'limits.bodyBytes': /(\d[\d,_]{0,15}) ?(bytes|ki?b|mi?b)\b/i,
  'limits.requestsPerSecond': /(\d[\d,_]{0,15}) (?:requests|calls) ?(?:per|a|\/) ?(second|sec|s)\b/i,
  'limits.settleSeconds':
    /(?:settle|processing)(?![^.\d]{0,60}(?:poll|wait))[^.\d]{0,60}?(\d+) ?(seconds?|s|minutes?)\b/i,
} as const

/** What a unit is worth in bytes or seconds; 1 if it is not here. */
const UNITS: Readonly<Record<string, number>> = {
  kb: 1000,
  kib: 1024,
  mb: 1e6,
  mib: 1_048_576,
  minute: 60,
  minutes: 60,
}

/** Learns limits (gaps of §8, `request-forms`, `settlement-time`): sentences leave them assumed. */
export function learnLimits(reading: Reading): void {
  learnFields(reading)
  const nodes = speakingNodes(reading)
  for (const key of Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]) {
    const says = (node: Node) => SENTENCES[key].exec(reading.api.text(node, 'description') ?? '')
    const node = nodes.find(says)
    const [sentence, number, unit = ''] = (node && says(node)) ?? []
    if (node === undefined) reading.findings.miss(key, 'No sentence of the document says it.')
    else {
      const units = Number(number?.replaceAll(/\D/g, '')) * (UNITS[unit.toLowerCase()] ?? 1)
      // A refusal of a form has no number.
      const value = number === undefined ? false : units
      const reason = `A sentence says ${JSON.stringify(sentence)}.`
      reading.findings.add(key, value, reason, seenAt(reading, [node]), false)
    }
  }
}

/** Where a document may state a limit: the purchase, its schemas, any response, and the head of the document. */
function speakingNodes({ api, operations, described }: Reading): readonly Node[] {
  const { createOrder } = operations.documented
  const responses = Object.values(operations.documented).flatMap((operation) => responsesOf(api, operation))
  const samples = [sampleIn(api, requestOf(api, createOrder)), described.createOrder?.sample]
  const shapes = samples.flatMap((sample) => [...(sample?.shapes.values() ?? [])])
  return [
    createOrder?.node,
    createOrder && api.child(createOrder.node, 'requestBody'),
    ...shapes.flatMap(({ nodes }) => nodes),
    ...responses.map(({ node }) => node),
    api.child(api.root, 'info'),
  ].filter((node) => node !== undefined)
}

/** A pattern of some characters, and nothing else. */
const OF_CHARACTERS = /^\^\[((?:[^[\]\\]|\\.)+)\](?:[+*]|\{\d+,(?:\d+)?\})\$$/

/** Learns how long a field may be, and how a reference may be written (gap `reference-limits`). */
function learnFields(reading: Reading): void {
  const { api, operations, findings } = reading
  const { shapes } = sampleIn(api, requestOf(api, operations.documented.createOrder))
  const [reference, sku] = [shapes.get('/partnerReference'), shapes.get('/sku')]
  const [longest, ofSku] = [reference, sku].map((shape) =>
    shape?.nodes
      .map((node) => ({ node, value: api.child(node, 'maxLength')?.value }))
      .find(({ value }) => typeof value === 'number'),
  )
  const saying = [longest ?? [], ofSku ?? []].flat()
  const nodes = saying.map(({ node }) => node)
  const lengths = [...new Set(saying.map(({ value }) => Number(value)))]
  const length = `The maxLength is ${lengths.join(', elsewhere ')}.`
  const key = 'limits.fieldCharacters'
  if (lengths.length === 0) findings.miss(key, 'No field of the purchase has a maxLength.')
  else findings.add(key, Math.max(...lengths), length, seenAt(reading, nodes), lengths.length === 1)

  const characters = OF_CHARACTERS.exec(reference?.patterns[0] ?? '')?.[1] ?? null
  // What every field has is in limits.fieldCharacters.
  const own = longest?.value === ofSku?.value ? null : (longest?.value ?? null)
  const reason = 'The partnerReference has a maxLength of its own, or a pattern.'
  if (own === null && characters === null)
    findings.miss('references', 'The partnerReference has neither a maxLength of its own nor a pattern.')
  else
    findings.add('references', { characters, longest: own }, reason, seenAt(reading, reference?.nodes ?? []))
}
