import type { OperationId } from '../../../../contract/wire/operations.ts'
import { findErrorShape } from '../../findings/find-error.ts'
import type { RefusalKind } from '../../findings-store.ts'
import type { Node } from '../document/api-document.ts'
import { contentOf, type JsonContent, responsesOf, sampleIn } from '../document/api-operation.ts'
import { type Described, learn, marksOf, miss, type Reading } from './document-reading.ts'

type Kind =
  | RefusalKind
  | 'ipNotAllowed'
  | 'referenceConflict'
  | 'insufficientBalance'
  | 'rateLimited'
  | 'unavailable'

type Sign = {
  /** The operations that answer so; undefined if any may. */
  readonly of?: readonly OperationId[]
  /** Words in the description of a response. */
  readonly words: RegExp
  /** How clearly a status says it by itself: 1 for the one that is meant for it. */
  readonly usual: Readonly<Record<number, number>>
}

const SIGNS: Readonly<Record<Kind, Sign>> = {
  unauthenticated: { words: /\bkey\b|unauthori[sz]ed|authenti|credential/i, usual: { 401: 1, 403: 0.4 } },
  ipNotAllowed: { words: /allow-?list|white-?list|\bip\b|\baddress\b/i, usual: { 403: 0.5 } },
  notFound: {
    of: ['getPrice', 'lookupOrder'],
    words: /not found|unknown|no such|not exist/i,
    usual: { 404: 1, 410: 0.5 },
  },
  referenceConflict: {
    of: ['createOrder'],
    words: /conflict|another sku|different sku|taken|already/i,
    usual: { 409: 1, 412: 0.5 },
  },
  invalidBody: {
    of: ['createOrder'],
    words: /invalid|malformed|validation|the two fields|not understood/i,
    usual: { 422: 1, 400: 0.9 },
  },
  insufficientBalance: {
    of: ['createOrder'],
    words: /balance|funds|insufficient/i,
    usual: { 402: 1 },
  },
  rateLimited: { words: /rate limit|too many|quota|throttl/i, usual: { 429: 1 } },
  unavailable: { words: /unavailable|maintenance|temporar|overload/i, usual: { 503: 1 } },
}

const LONGEST_EXAMPLE = 1000

const KINDS = Object.keys(SIGNS) as Kind[]

type Refusal = {
  readonly operation: OperationId
  readonly status: number
  readonly node: Node
  readonly content: JsonContent | undefined
  readonly text: string
}

/** Learns the statuses and the shape of refusals (§7.2), from the responses that the operations list. */
export function learnErrors(reading: Reading, lookup: Described | undefined): void {
  const { api, described } = reading
  const all = Object.entries({ ...described, ...(lookup && { lookupOrder: lookup }) })
  const refusals = all.flatMap(([operation, { operation: listed }]) =>
    responsesOf(api, listed).flatMap(({ code, node }): Refusal[] => {
      const content = contentOf(api, node)
      const text = [
        api.text(node, 'description') ?? '',
        ...(content?.examples ?? []).map((one) => JSON.stringify(one).slice(0, LONGEST_EXAMPLE)),
      ].join(' ')
      // The names are those of the operations that are described.
      const name = operation as Refusal['operation']
      return /^[45]\d\d$/.test(code) ? [{ operation: name, status: Number(code), node, content, text }] : []
    }),
  )
  for (const kind of KINDS) learnStatus(reading, kind, refusals)
  learnShape(reading, refusals)
}

function learnStatus(reading: Reading, kind: Kind, all: readonly Refusal[]): void {
  const scores = new Map<number, { readonly score: number; readonly node: Node }>()
  for (const refusal of all.filter((one) => kindsOf(one).includes(kind))) {
    const score = scoreOf(refusal, kind)
    if (score > (scores.get(refusal.status)?.score ?? 0))
      scores.set(refusal.status, { score, node: refusal.node })
  }
  const [first, ...others] = [...scores].sort(([, one], [, other]) => other.score - one.score)
  const key = `errors.${kind}` as const
  if (first === undefined) {
    miss(reading, key, 'No operation lists a response for it.')
    return
  }
  const [status, { score, node }] = first
  const rivals = others.map(([other]) => other)
  learn(reading, {
    key,
    value: status,
    isCertain: score >= 1 && rivals.length === 0,
    reason: `The document lists ${status} for it${rivals.length === 0 ? '' : `, and also ${rivals.join(', ')}`}.`,
    nodes: [node],
  })
}

const MARK = 8
const WORDS = 2

/** The kinds that a response is clearest about. */
function kindsOf(refusal: Refusal): readonly Kind[] {
  const scores = KINDS.map((kind) => scoreOf(refusal, kind))
  const best = Math.max(...scores)
  return best === 0 ? [] : KINDS.filter((_, index) => scores[index] === best)
}

/** How clearly a response is of a kind. */
function scoreOf({ node, operation, status, text }: Refusal, kind: Kind): number {
  const { of, words, usual } = SIGNS[kind]
  if (of?.includes(operation) === false) return 0
  if (marksOf(node).some(({ key }) => key === `errors.${kind}`)) return MARK
  return (words.test(text) ? WORDS : 0) + (usual[status] ?? 0)
}

function learnShape(reading: Reading, refusals: readonly Refusal[]): void {
  const contents = refusals.flatMap(({ content }) => content ?? [])
  const nodes = contents.flatMap(({ node, schema }) => (schema === undefined ? [node] : [node, schema]))
  const isProblem = ({ pointer }: Node) => pointer.includes('/application~1problem+json')
  const bodies = contents.flatMap((content) => sampleIn(reading.api, content).body ?? [])
  const shape =
    contents.length > 0 && contents.every(({ node }) => isProblem(node)) ? 'problem' : findErrorShape(bodies)
  if (shape === undefined) {
    const reason =
      'The bodies of refusals are not described, or not all of one shape that the profile knows: a problem (RFC 9457) with type, title, status and detail, or {"error": {"code", "message"}} with texts.'
    miss(reading, 'errors.body', reason, nodes)
    return
  }
  learn(reading, {
    key: 'errors.body',
    value: shape,
    isCertain: true,
    reason: `Every refusal that the document describes has the shape ${shape}.`,
    nodes,
  })
}
