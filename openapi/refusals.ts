import type { ExampleObject, HeaderObject, ResponseObject, ResponsesObject } from 'openapi3-ts/oas31'
import { formatRefusal } from '../contract/profile/error-body.ts'
import type { Profile } from '../contract/profile/profile.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import type { ClauseId } from '../contract/reference/statements/statement.ts'
import { OPERATION_IDS, type OperationId } from '../contract/wire/operations.ts'
import { refTo } from './json-schema.ts'
import type { Mark } from './marks.ts'

/** Why a call is refused: a key of the profile's `errors`, which has the status. */
type Cause = Exclude<keyof Profile['errors'], 'body'>

type Refusal = {
  readonly title: string
  readonly gap: GapId
  readonly clauses?: readonly ClauseId[]
  /** The operations that are refused so. Default: all. */
  readonly on?: readonly OperationId[]
  /** Whether the answer may say when to call again. */
  readonly isPassing?: true
}

const REFUSALS: Readonly<Record<Cause, Refusal>> = {
  unauthenticated: {
    title: 'The call carries no valid key.',
    gap: 'unauthenticated-status',
    clauses: ['key-required'],
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
  },
  notFound: {
    title: 'No such SKU, or no such order.',
    gap: 'not-found-status',
    on: ['getPrice', 'createOrder', 'lookupOrder'],
  },
  referenceConflict: {
    title: 'The reference belongs to a purchase of another SKU.',
    gap: 'reference-conflict',
    on: ['createOrder'],
  },
  invalidBody: {
    title: 'The body does not have exactly the two fields.',
    gap: 'invalid-body-status',
    on: ['createOrder'],
  },
  rateLimited: {
    title: 'The call is one too many.',
    gap: 'rate-limited-status',
    isPassing: true,
  },
  unavailable: {
    title: 'The service is temporarily unavailable. The outcome of a purchase is then unknown.',
    gap: 'unavailable-status',
    isPassing: true,
  },
}

const CAUSES = Object.keys(REFUSALS) as Cause[]

/** The refusals of an operation, as references by their status, and any other answer. */
export function refusalsOf(id: OperationId, profile: Profile): ResponsesObject {
  const byStatus = Array.from(causesByStatus(id, profile), ([status, causes]) => {
    return [String(status), { $ref: `#/components/responses/${nameOf(causes)}` }] as const
  })
  return { ...Object.fromEntries(byStatus), default: { $ref: '#/components/responses/AnyOther' } }
}

/** The responses that {@link refusalsOf} refers to, by their names. */
export function refusalResponses(profile: Profile, mark: Mark): Readonly<Record<string, ResponseObject>> {
  const used = OPERATION_IDS.flatMap((id) => [...causesByStatus(id, profile).values()])
  return {
    ...Object.fromEntries(used.map((causes) => [nameOf(causes), responseOf(causes, profile, mark)])),
    AnyOther: {
      ...mark('Any other answer, with any body.', { open: ['error-body'] }),
      content: { '*/*': { schema: {} } },
    },
  }
}

/** Causes to which a profile gives the same status share a response. */
function causesByStatus(id: OperationId, { errors }: Profile): Map<number, Cause[]> {
  return Map.groupBy(
    CAUSES.filter((cause) => REFUSALS[cause].on?.includes(id) ?? true),
    (cause) => errors[cause],
  )
}

/** `NotFound`, or `NotFoundOrInvalidBody` for two causes. */
function nameOf(causes: readonly Cause[]): string {
  return causes.map((cause) => cause.charAt(0).toUpperCase() + cause.slice(1)).join('Or')
}

function responseOf(causes: readonly Cause[], profile: Profile, mark: Mark): ResponseObject {
  const refusals = causes.map((cause) => REFUSALS[cause])
  const sentence = refusals.map(({ title }) => title).join(' Or: ')
  const basis = {
    clauses: refusals.flatMap(({ clauses = [] }) => clauses),
    gaps: refusals.map(({ gap }) => gap),
  }
  const isPassing = refusals.some((refusal) => refusal.isPassing)
  // The bodies of all refusals have one type.
  const [contentType = ''] = causes.map((cause) => bodyOf(cause, profile).contentType)
  const examples = causes.map((cause) => [codeOf(cause), exampleOf(cause, profile, mark)])
  return {
    ...mark(sentence, basis),
    ...(isPassing && { headers: { 'Retry-After': retryAfter(mark) } }),
    content: { [contentType]: { schema: refTo('Refusal'), examples: Object.fromEntries(examples) } },
  }
}

function retryAfter(mark: Mark): HeaderObject {
  const sentence = 'How many seconds to wait before the call is sent again (RFC 9110, section 10.2.3).'
  return { ...mark(sentence, { gaps: ['rate-limits'] }), schema: { type: 'string' } }
}

function exampleOf(cause: Cause, profile: Profile, mark: Mark): ExampleObject {
  const value: unknown = JSON.parse(bodyOf(cause, profile).body)
  return { summary: REFUSALS[cause].title, value, ...mark('An error body.', { gaps: ['error-body'] }) }
}

function bodyOf(cause: Cause, { errors }: Profile) {
  const { title } = REFUSALS[cause]
  return formatRefusal(errors.body, { status: errors[cause], code: codeOf(cause), title, detail: title })
}

/** What a body calls a cause: `ip-not-allowed` for `ipNotAllowed`. */
function codeOf(cause: Cause): string {
  return cause.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
