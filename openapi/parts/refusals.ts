import { formatRefusal } from '../../contract/profile/error-body.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import type { ClauseId } from '../../contract/reference/statements/statement.ts'
import { OPERATION_IDS, type OperationId } from '../../contract/wire/operations.ts'
import type { Examples, Mark, Marks } from '../marks.ts'
import { type JsonSchema, refTo } from '../schema.ts'

/** The body of a request or an answer, by its type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: Examples }>>

/** What answers a call. */
export type OpenApiResponse = Marks & {
  readonly headers?: Readonly<Record<string, Marks & { readonly schema: JsonSchema }>>
  readonly content: Content
}

type RefusalKey = Exclude<keyof Profile['errors'], 'body'>

type Refusal = {
  readonly title: string
  readonly gap: GapId
  readonly clauses?: readonly ClauseId[]
  readonly on: readonly OperationId[]
  /** Whether the answer may say when to call again. */
  readonly isPassing?: true
}

const REFUSALS: Readonly<Record<RefusalKey, Refusal>> = {
  unauthenticated: {
    title: 'The call carries no valid key.',
    gap: 'unauthenticated-status',
    clauses: ['key-required'],
    on: OPERATION_IDS,
  },
  insufficientBalance: {
    title: 'The balance does not cover the card.',
    gap: 'insufficient-balance',
    on: ['createOrder'],
  },
  ipNotAllowed: {
    title: 'The address of the caller is not allowed.',
    gap: 'ip-not-allowed-status',
    clauses: ['ip-allowlist'],
    on: OPERATION_IDS,
  },
  notFound: {
    title: 'No such SKU, or no such order.',
    gap: 'not-found-status',
    on: ['getPrice', 'createOrder', 'lookupOrder'],
  },
  referenceConflict: {
    title: 'The reference is that of a purchase of another SKU.',
    gap: 'reference-conflict',
    on: ['createOrder'],
  },
  invalidBody: {
    title: 'The body is not the two fields.',
    gap: 'invalid-body-status',
    on: ['createOrder'],
  },
  rateLimited: {
    title: 'The call is one too many.',
    gap: 'rate-limited-status',
    on: OPERATION_IDS,
    isPassing: true,
  },
  unavailable: {
    title: 'The service is temporarily unavailable. The outcome of a purchase is then unknown.',
    gap: 'unavailable-status',
    on: OPERATION_IDS,
    isPassing: true,
  },
}

const KEYS = Object.keys(REFUSALS) as RefusalKey[]

/** The refusals of an operation, by their status; and any other answer, of which the reference says nothing. */
export function refusalResponses(id: OperationId, profile: Profile) {
  const references = Array.from(causesByStatus(id, profile), ([status, causes]) => {
    return [String(status), { $ref: `#/components/responses/${componentName(causes)}` }] as const
  })
  return { ...Object.fromEntries(references), default: { $ref: '#/components/responses/AnyOther' } }
}

/** Why an operation is refused: causes with the same status share a response. */
function causesByStatus(id: OperationId, { errors }: Profile) {
  const causes = KEYS.filter((key) => REFUSALS[key].on.includes(id))
  return Map.groupBy(causes, (key) => errors[key])
}

export function refusalComponents(profile: Profile, mark: Mark): Readonly<Record<string, OpenApiResponse>> {
  const shared = OPERATION_IDS.flatMap((id) => [...causesByStatus(id, profile).values()])
  return {
    ...Object.fromEntries(shared.map((causes) => [componentName(causes), response(causes, profile, mark)])),
    AnyOther: {
      ...mark('Any other answer, with any body.', { open: ['error-body'] }),
      content: { '*/*': { schema: {} } },
    },
  }
}

function componentName(causes: readonly RefusalKey[]): string {
  return causes.map((key) => key.charAt(0).toUpperCase() + key.slice(1)).join('Or')
}

function response(causes: readonly RefusalKey[], profile: Profile, mark: Mark): OpenApiResponse {
  const refusals = causes.map((key) => REFUSALS[key])
  const origin = {
    clauses: refusals.flatMap(({ clauses = [] }) => clauses),
    gaps: refusals.map(({ gap }) => gap),
  }
  const bodies = causes.map((key) => ({ key, ...formatted(key, profile) }))
  const examples = bodies.map(({ key, body }) => {
    const said = mark('An error body.', { gaps: ['error-body'] })
    return [codeOf(key), { summary: REFUSALS[key].title, value: JSON.parse(body), ...said }] as const
  })
  const content = { schema: refTo('Refusal'), examples: Object.fromEntries(examples) }
  return {
    ...mark(refusals.map(({ title }) => title).join(' Or: '), origin),
    ...(refusals.some(({ isPassing }) => isPassing) && { headers: { 'Retry-After': retryAfter(mark) } }),
    // All bodies of refusals are of one type.
    content: Object.fromEntries(bodies.map(({ contentType }) => [contentType, content])),
  }
}

function retryAfter(mark: Mark) {
  const text = 'How many seconds to wait before the call is sent again (RFC 9110, section 10.2.3).'
  return { ...mark(text, { gaps: ['rate-limits'] }), schema: { type: 'string' } }
}

function formatted(key: RefusalKey, { errors }: Profile) {
  const { title } = REFUSALS[key]
  return formatRefusal(errors.body, { status: errors[key], code: codeOf(key), title, detail: title })
}

/** What a body calls a cause: `ip-not-allowed` for `ipNotAllowed`. */
function codeOf(key: RefusalKey): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
