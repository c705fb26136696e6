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

/** Learns limits (gaps `size-limits`, `rate-limits`, `settlement-time`): from `maxLength`, and from sentences, which stay assumed. */
export function learnLimits(reading: Reading): void {
  learnFieldLength(reading)
  learnReferences(reading)
  const nodes = speakingNodes(reading)
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

/** A pattern of some characters, and nothing else. */
const OF_CHARACTERS = /^\^\[((?:[^[\]\\]|\\.)+)\](?:[+*]|\{\d+,(?:\d+)?\})\$$/

/** Learns how references may be written (gap `reference-limits`). */
function learnReferences(reading: Reading): void {
  const { api, operations } = reading
  const { createOrder } = operations.documented
  const { shapes } = sampleIn(api, createOrder && requestOf(api, createOrder))
  const nodes = shapes.get('/partnerReference')?.nodes ?? []
  const said = (name: 'maxLength' | 'pattern') => nodes.map((node) => api.child(node, name)?.value)
  const longest = said('maxLength').find((value) => typeof value === 'number')
  const pattern = said('pattern').find((value) => typeof value === 'string')
  const characters = OF_CHARACTERS.exec(String(pattern ?? ''))?.[1]
  if (longest === undefined && characters === undefined) {
    miss(reading, 'references', 'The partnerReference has neither a maxLength nor a pattern of characters.')
    return
  }
  learn(reading, {
    key: 'references',
    value: { characters: characters ?? null, longest: longest ?? null },
    isCertain: true,
    reason: 'The partnerReference has a maxLength, or a pattern.',
    nodes,
  })
}

function learnFieldLength(reading: Reading): void {
  const { api, operations } = reading
  const { createOrder } = operations.documented
  const { shapes } = sampleIn(api, createOrder && requestOf(api, createOrder))
  const found = ['/partnerReference', '/sku'].flatMap((pointer) =>
    (shapes.get(pointer)?.nodes ?? []).flatMap((node) => {
      const value = api.child(node, 'maxLength')?.value
      return typeof value === 'number' ? [{ node, value }] : []
    }),
  )
  const [first] = found
  if (first === undefined) {
    miss(reading, 'limits.fieldCharacters', 'No field of the purchase has a maxLength.')
    return
  }
  const lengths = [...new Set(found.map(({ value }) => value))]
  learn(reading, {
    key: 'limits.fieldCharacters',
    value: first.value,
    isCertain: lengths.length === 1,
    reason: `The maxLength is ${lengths.join(', elsewhere ')}.`,
    nodes: found.map(({ node }) => node),
  })
}
