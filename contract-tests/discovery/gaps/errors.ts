import { isOfTheMoment } from '../../../contract/judging/said.ts'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { isServed } from '../../run/exchange.ts'
import type { Evidence } from '../findings.ts'
import type { Node } from '../openapi/document/api-document.ts'
import { contentOf, type JsonContent, responsesOf } from '../openapi/document/operations.ts'
import { sampleIn } from '../openapi/document/sample.ts'
import {
  type KeyedSearch,
  marksOf,
  newReference,
  type Reading,
  type RefusalKind,
  type Search,
  type Searching,
  seenAt,
  seenEach,
} from '../sources.ts'

type Kind = Exclude<keyof Profile['errors'], 'body'>

type Sign = {
  /** What is refused so, at the start of a sentence. */
  readonly what: string
  /** The operations that answer so; undefined if any may. */
  readonly of?: readonly OperationId[]
  /** Words in the description of a response. */
  readonly words: RegExp
  /** How clearly a status says it by itself: 1 for the one that is meant for it. */
  readonly usual: Readonly<Record<number, number>>
}

const SIGNS: Readonly<Record<Kind, Sign>> = {
  unauthenticated: {
    what: 'A call without a key',
    words: /\bkey\b|unauthori[sz]ed|authenti|credential/i,
    usual: { 401: 1, 403: 0.4 },
  },
  ipNotAllowed: {
    what: 'A call from an address that is not allowed',
    words: /allow-?list|white-?list|\bip\b|\baddress\b/i,
    usual: { 403: 0.5 },
  },
  notFound: {
    what: 'What does not exist',
    of: ['getPrice', 'lookupOrder'],
    words: /not found|unknown|no such|not exist/i,
    usual: { 404: 1, 410: 0.5 },
  },
  referenceConflict: {
    what: 'A reference that has another SKU already',
    of: ['createOrder'],
    words: /conflict|another sku|different sku|taken|already/i,
    usual: { 409: 1, 412: 0.5 },
  },
  invalidBody: {
    what: 'A body that is not the two fields',
    of: ['createOrder'],
    words: /invalid|malformed|validation|the two fields|not understood/i,
    usual: { 422: 1, 400: 0.9 },
  },
  insufficientBalance: {
    what: 'A card that the balance does not cover',
    of: ['createOrder'],
    words: /balance|funds|insufficient/i,
    usual: { 402: 1 },
  },
  rateLimited: { what: 'One call too many', words: /rate limit|too many|quota|throttl/i, usual: { 429: 1 } },
  unavailable: {
    what: 'A call while the service is not available',
    words: /unavailable|maintenance|temporar|overload/i,
    usual: { 503: 1 },
  },
}

const KINDS = Object.keys(SIGNS) as Kind[]

/** Records the status of a kind of refusal, the most typical one first: with another one, it is assumed. */
function noteStatus(
  { findings }: Searching,
  kind: Kind,
  statuses: readonly (number | null)[],
  evidence: Evidence,
  isClear = true,
): void {
  const [status, ...others] = new Set(statuses)
  const more = others.length === 0 ? '' : `, and at times ${others.join(', ')}: a profile has room for one`
  const reason = `${SIGNS[kind].what} is answered ${status}${more}.`
  findings.add(`errors.${kind}`, status, reason, evidence, isClear && others.length === 0)
}

function noteShape(
  { findings }: Searching,
  shape: ErrorShape | undefined,
  count: number,
  evidence: Evidence,
): void {
  const reason =
    count === 0
      ? 'No body of a refusal was found.'
      : 'The bodies of refusals are not all of one shape that the profile knows: a problem (RFC 9457) with type, title, status and detail, or {"error": {"code", "message"}} with texts.'
  if (shape === undefined) findings.miss('errors.body', reason, evidence)
  else findings.add('errors.body', shape, `Each of ${count} refusals has the shape ${shape}.`, evidence)
}

type ErrorShape = Profile['errors']['body']

/** The one shape that every refusal has; a body that is not JSON is undefined. */
export function findErrorShape(bodies: readonly unknown[]): ErrorShape | undefined {
  const shapes: readonly ErrorShape[] = bodies.length === 0 ? [] : ['problem', 'error-object']
  return shapes.find((shape) => bodies.every((body) => hasErrorShape(shape, body)))
}

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && !isOfTheMoment(status)
}

/**
 * Sends requests that must be refused, and can't be a purchase: a SKU that does not exist, and bodies without a `sku`.
 * Only if ping says TEST.
 */
export async function provokeRefusals(search: KeyedSearch): Promise<void> {
  const { prober, findings, auth, runId } = search
  findings.step('How bad requests are refused')
  const body = JSON.stringify({ partnerReference: newReference(search, 'unusable') })
  const bad = [
    ['notFound', 'an unknown SKU', { operation: 'getPrice', values: { sku: `NO-SUCH-SKU-${runId}` } }],
    ['invalidBody', 'a body without a sku', { operation: 'createOrder', body }],
    ['invalidBody', 'a body that is not JSON', { operation: 'createOrder', body: '{"partnerReference"' }],
  ] as const
  for (const [kind, how, ask] of bad) {
    const answer = await prober.ask({ ...ask, auth, how })
    search.refusals.push({ kind, answer, how })
    if (isServed(answer)) findings.note(`That was served (any 2xx), though it was ${how}: tell the operator.`)
  }
}

const isOfLookup = ({ answer }: Search['refusals'][number]) => answer.exchange.operation === 'lookupOrder'

const PROVOKED: readonly RefusalKind[] = ['unauthenticated', 'notFound', 'invalidBody']

/** Finds the statuses and the shape of refusals, from all refusals that were seen (§7.2). */
export function noteErrors(search: Search): void {
  search.findings.step('What refusals look like')
  if (search.refusals.length === 0) return
  for (const kind of PROVOKED) {
    const refused = search.refusals.filter((one) => one.kind === kind)
    const statuses = refused.map(({ answer }) => answer.status)
    const refusing = statuses.filter(isRefusal)
    const said = statuses.map((status) => status ?? 'not at all').join(', ')
    const reason = `${SIGNS[kind].what} was answered ${said}: that is no refusal of it.`
    // An unknown order may be refused in another way than an unknown SKU.
    const isClear = kind !== 'notFound' || refused.some(isOfLookup)
    if (refusing.length > 0) noteStatus(search, kind, refusing, seenEach(search, refused), isClear)
    else if (refused.length > 0) search.findings.miss(`errors.${kind}`, reason, seenEach(search, refused))
  }
  const refused = search.refusals.filter(({ answer }) => answer.status !== null && !isServed(answer))
  const shape = findErrorShape(refused.map(({ answer }) => answer.json))
  noteShape(search, shape, refused.length, seenEach(search, refused))
}

type Refusal = {
  readonly operation: OperationId
  readonly status: number
  readonly node: Node
  readonly content: JsonContent | undefined
  /** Its description and its examples. */
  readonly text: string
}

const LONGEST_EXAMPLE = 1000

/** Learns the statuses and the shape of refusals (§7.2), from the responses that the operations list. */
export function learnErrors(reading: Reading): void {
  const { api, described } = reading
  const refusals = Object.entries(described).flatMap(([operation, listed]) =>
    responsesOf(api, listed.operation).flatMap(({ code, node }): Refusal[] => {
      const content = contentOf(api, node)
      const examples = (content?.examples ?? []).map((one) => JSON.stringify(one).slice(0, LONGEST_EXAMPLE))
      const text = [api.text(node, 'description') ?? '', ...examples].join(' ')
      // The names are those of the operations that are described.
      const refusal = { operation: operation as OperationId, status: Number(code), node, content, text }
      return /^[45]\d\d$/.test(code) ? [refusal] : []
    }),
  )
  const signs = refusals.flatMap(clearestSigns)
  for (const kind of KINDS) {
    const ofKind = signs.filter((sign) => sign.kind === kind).sort((one, other) => other.score - one.score)
    const [first] = ofKind
    const statuses = ofKind.map(({ status }) => status)
    if (first === undefined) reading.findings.miss(`errors.${kind}`, 'No operation lists a response for it.')
    else noteStatus(reading, kind, statuses, seenAt(reading, [first.node]), first.score >= 1)
  }
  const contents = refusals.flatMap(({ content }) => content ?? [])
  const nodes = contents.flatMap(({ node, schema }) => [node, schema ?? []].flat())
  const areProblems = contents.every(({ node }) => node.pointer.includes('/application~1problem+json'))
  const bodies = contents.flatMap((content) => sampleIn(api, content).body ?? [])
  const shape = contents.length > 0 && areProblems ? 'problem' : findErrorShape(bodies)
  noteShape(reading, shape, contents.length, seenAt(reading, nodes))
}

const MARK = 8
const WORDS = 2

function clearestSigns(refusal: Refusal) {
  const signs = KINDS.map((kind) => ({ ...refusal, kind, score: scoreOf(refusal, kind) }))
  const best = Math.max(...signs.map(({ score }) => score))
  return signs.filter(({ score }) => score > 0 && score === best)
}

function scoreOf({ node, operation, status, text }: Refusal, kind: Kind): number {
  const { of, words, usual } = SIGNS[kind]
  if (of?.includes(operation) === false) return 0
  if (marksOf(node).some(({ key }) => key === `errors.${kind}`)) return MARK
  return (words.test(text) ? WORDS : 0) + (usual[status] ?? 0)
}
