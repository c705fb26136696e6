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

/** A cause of the profile for which a call is refused. */
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
  const causes = KEYS.filter((key) => REFUSALS[key].on.includes(id))
  const statuses = new Set(causes.map((key) => profile.errors[key]))
  const byStatus = Array.from(statuses, (status) => {
    const name = componentName(causes.filter((key) => profile.errors[key] === status))
    return [String(status), { $ref: `#/components/responses/${name}` }] as const
  })
  return { ...Object.fromEntries(byStatus), default: { $ref: '#/components/responses/AnyOther' } }
}

/** The refusals that the operations refer to: causes with the same status share one. */
export function refusalComponents(profile: Profile, mark: Mark): Readonly<Record<string, OpenApiResponse>> {
  const shared = OPERATION_IDS.flatMap((id) => {
    const causes = KEYS.filter((key) => REFUSALS[key].on.includes(id))
    return causes.map((key) => causes.filter((other) => profile.errors[other] === profile.errors[key]))
  })
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
  const examples = causes.map((key) => [codeOf(key), example(key, profile, mark)] as const)
  const { contentType } = formatRefusal(profile.errors.body, contentOf('unavailable', profile))
  return {
    ...mark(refusals.map(({ title }) => title).join(' Or: '), origin),
    ...(refusals.some(({ isPassing }) => isPassing) && { headers: { 'Retry-After': retryAfter(mark) } }),
    content: { [contentType]: { schema: refTo('Refusal'), examples: Object.fromEntries(examples) } },
  }
}

function retryAfter(mark: Mark) {
  const text = 'How many seconds to wait before the call is sent again (RFC 9110, section 10.2.3).'
  const schema: JsonSchema = { type: 'string' }
  return { ...mark(text, { gaps: ['rate-limits'] }), schema }
}

function example(key: RefusalKey, profile: Profile, mark: Mark) {
  const { body } = formatRefusal(profile.errors.body, contentOf(key, profile))
  return {
    summary: REFUSALS[key].title,
    value: JSON.parse(body),
    ...mark('An error body.', { gaps: ['error-body'] }),
  }
}

function contentOf(key: RefusalKey, { errors }: Profile) {
  const { title } = REFUSALS[key]
  return { status: errors[key], code: codeOf(key), title, detail: title }
}

/** What a body calls a cause: `ip-not-allowed` for `ipNotAllowed`. */
function codeOf(key: RefusalKey): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
