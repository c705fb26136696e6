import type { Node } from '../document/api-document.ts'
import { requestOf, responsesOf } from '../document/api-operation.ts'
import { sampleOf } from '../document/sample.ts'
import { learn, miss, type Reading } from './reading.ts'

type Spoken = 'limits.bodyBytes' | 'limits.requestsPerSecond' | 'limits.settleSeconds'

/** How a sentence tells a limit: the number, and what its unit is worth. */
const SENTENCES: Readonly<
  Record<Spoken, readonly [pattern: RegExp, units: Readonly<Record<string, number>>]>
> = {
  'limits.bodyBytes': [
    /(\d[\d,_ ]*)\s*(bytes|ki?b|mi?b)\b/i,
    { bytes: 1, kb: 1000, kib: 1024, mb: 1e6, mib: 1_048_576 },
  ],
  'limits.requestsPerSecond': [
    /(\d+)\s*(?:requests|calls)\s*(?:per|a|\/)\s*(second|sec|s)\b/i,
    { second: 1, sec: 1, s: 1 },
  ],
  'limits.settleSeconds': [
    /(?:settle|processing)[^.\d]{0,60}(\d+)\s*(seconds?|s|minutes?)\b/i,
    { second: 1, seconds: 1, s: 1, minute: 60, minutes: 60 },
  ],
}

/** Learns limits (gaps `size-limits`, `rate-limits`, `settlement-time`): from `maxLength`, and from sentences, which stay assumed. */
export function learnLimits(reading: Reading): void {
  learnFieldLength(reading)
  const nodes = speakingNodes(reading)
  for (const key of Object.keys(SENTENCES) as Spoken[]) {
    const [pattern, units] = SENTENCES[key]
    const found = nodes.flatMap((node) => {
      const text = reading.api.text(node, 'description') ?? ''
      const [sentence, number = '', unit = ''] = pattern.exec(text) ?? []
      const value = Number(number.replaceAll(/\D/g, '')) * (units[unit.toLowerCase()] ?? 1)
      return sentence === undefined ? [] : [{ node, sentence, value }]
    })
    const [first] = found
    if (first === undefined) miss(reading, key, 'No sentence of the document tells it.')
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

/** Where a document may tell a limit: of the API, of the purchase, of its body, and of responses. */
function speakingNodes({ api, operations }: Reading): readonly Node[] {
  const { createOrder } = operations.documented
  const info = api.child(api.root, 'info')
  const responses = Object.values(operations.documented).flatMap((operation) => responsesOf(api, operation))
  const body =
    createOrder && (api.child(createOrder.node, 'requestBody') ?? requestOf(api, createOrder)?.schema)
  return [createOrder?.node, body, ...responses.map(({ node }) => node), info].filter(
    (node) => node !== undefined,
  )
}

function learnFieldLength(reading: Reading): void {
  const { api, operations } = reading
  const { createOrder } = operations.documented
  const { shapes } = sampleOf(api, createOrder && requestOf(api, createOrder)?.schema, undefined)
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
