import type { Node } from '../document/api-document.ts'
import { requestOf, responsesOf, sampleIn } from '../document/api-operation.ts'
import { learn, miss, type Reading } from './document-reading.ts'

type Spoken = 'limits.bodyBytes' | 'limits.requestsPerSecond' | 'limits.settleSeconds'

/** How a sentence states a limit: the number, and its unit. */
const SENTENCES: Readonly<Record<Spoken, RegExp>> = {
  'limits.bodyBytes': /(\d[\d,_]*) ?(bytes|ki?b|mi?b)\b/i,
  'limits.requestsPerSecond': /(\d[\d,_]*) (?:requests|calls) ?(?:per|a|\/) ?(second|sec|s)\b/i,
  'limits.settleSeconds':
    /(?:settle|processing)(?![^.\d]{0,60}(?:poll|wait))[^.\d]{0,60}?(\d+) ?(seconds?|s|minutes?)\b/i,
}

/** What a unit is worth in bytes or seconds; 1 if it is not here. */
const UNITS: Readonly<Record<string, number>> = {
  kb: 1000,
  kib: 1024,
  mb: 1e6,
  mib: 1_048_576,
  minute: 60,
  minutes: 60,
}

/** Learns limits (gaps of §8 and `settlement-time`): from `maxLength` and `pattern`, and from sentences, which stay assumed. */
export function learnLimits(reading: Reading): void {
  learnFieldLength(reading)
  learnReferences(reading)
  const nodes = speakingNodes(reading)
  learnRequests(reading, nodes)
  for (const key of Object.keys(SENTENCES) as Spoken[]) {
    const found = nodes.flatMap((node) => {
      const text = reading.api.text(node, 'description') ?? ''
      const [sentence, number = '', unit = ''] = SENTENCES[key].exec(text) ?? []
      const value = Number(number.replaceAll(/\D/g, '')) * (UNITS[unit.toLowerCase()] ?? 1)
      return sentence === undefined ? [] : [{ node, sentence, value }]
    })
    const [first] = found
    if (first === undefined) miss(reading, key, 'No sentence of the document says it.')
    else
      learn(reading, {
        key,
        value: first.value,
        isCertain: false,
        reason: `A sentence says ${JSON.stringify(first.sentence)}.`,
        nodes: [first.node],
      })
  }
}

/** Where a document may state a limit: the purchase, its schemas, any response, and the head of the document. */
function speakingNodes({ api, operations, described }: Reading): readonly Node[] {
  const { createOrder } = operations.documented
  const request = createOrder && requestOf(api, createOrder)
  const responses = Object.values(operations.documented).flatMap((operation) => responsesOf(api, operation))
  const shapes = [sampleIn(api, request), described.createOrder?.sample].flatMap((sample) => [
    ...(sample?.shapes.values() ?? []),
  ])
  const body = createOrder && api.child(createOrder.node, 'requestBody')
  return [
    createOrder?.node,
    body,
    ...shapes.flatMap(({ nodes }) => nodes),
    ...responses.map(({ node }) => node),
    api.child(api.root, 'info'),
  ].filter((node) => node !== undefined)
}

/** What a sentence says that refuses a form of requests. */
const REFUSED = String.raw`\b[^.]{0,40}\b(?:refused|rejected|not (?:taken|accepted|allowed|supported))\b`
const REQUESTS = {
  'requests.charset': new RegExp(`charset${REFUSED}`, 'i'),
  'requests.chunked': new RegExp(`chunk(?:s|ed)${REFUSED}`, 'i'),
} as const

/** Learns which forms of a request are refused (gap `request-forms`). */
function learnRequests(reading: Reading, nodes: readonly Node[]): void {
  for (const key of Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]) {
    const node = nodes.find((one) => REQUESTS[key].test(reading.api.text(one, 'description') ?? ''))
    if (node === undefined) miss(reading, key, 'No sentence of the document says it.')
    else
      learn(reading, {
        key,
        value: false,
        isCertain: false,
        reason: 'A sentence says that it is refused.',
        nodes: [node],
      })
  }
}

/** A pattern of some characters, and nothing else. */
const OF_CHARACTERS = /^\^\[((?:[^[\]\\]|\\.)+)\](?:[+*]|\{\d+,(?:\d+)?\})\$$/

/** Learns how references may be written (gap `reference-limits`). */
function learnReferences(reading: Reading): void {
  const [references, skus] = ['partnerReference', 'sku'].map((field) => limitsOf(reading, field))
  const { nodes = [], longest, pattern } = references ?? {}
  const characters = OF_CHARACTERS.exec(pattern ?? '')?.[1] ?? null
  // What every field has is in limits.fieldCharacters.
  const own = longest === skus?.longest ? null : (longest ?? null)
  if (own === null && characters === null)
    miss(reading, 'references', 'The partnerReference has neither a maxLength of its own nor a pattern.')
  else
    learn(reading, {
      key: 'references',
      value: { characters, longest: own },
      isCertain: true,
      reason: 'The partnerReference has a maxLength of its own, or a pattern.',
      nodes,
    })
}

/** What a document says of a field of the purchase. */
function limitsOf({ api, operations }: Reading, field: string) {
  const { createOrder } = operations.documented
  const { shapes } = sampleIn(api, createOrder && requestOf(api, createOrder))
  const nodes = shapes.get(`/${field}`)?.nodes ?? []
  const said = (name: string) => nodes.map((node) => ({ node, value: api.child(node, name)?.value }))
  const longest = said('maxLength').find(({ value }) => typeof value === 'number')
  const pattern = said('pattern').find(({ value }) => typeof value === 'string')
  return {
    nodes,
    longest: longest?.value as number | undefined,
    pattern: pattern?.value as string | undefined,
    saying: longest?.node,
  }
}

function learnFieldLength(reading: Reading): void {
  const found = ['partnerReference', 'sku'].flatMap((field) => {
    const { longest, saying } = limitsOf(reading, field)
    return longest === undefined || saying === undefined ? [] : [{ node: saying, value: longest }]
  })
  if (found.length === 0) {
    miss(reading, 'limits.fieldCharacters', 'No field of the purchase has a maxLength.')
    return
  }
  const lengths = [...new Set(found.map(({ value }) => value))]
  learn(reading, {
    key: 'limits.fieldCharacters',
    value: Math.max(...lengths),
    isCertain: lengths.length === 1,
    reason: `The maxLength is ${lengths.join(', elsewhere ')}.`,
    nodes: found.map(({ node }) => node),
  })
}
