import type { Profile } from '../../contract/profile/profile.ts'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import type { NearMiss } from '../../contract/wire/exchange.ts'

type StatusKey = Exclude<keyof Profile['errors'], 'body'>

/** A cause for which the mock refuses a request: its status, from the profile or fixed, and the gaps that it depends on. */
export type ProblemType = {
  readonly code: string
  readonly title: string
  readonly status: StatusKey | number
  readonly gaps: readonly GapId[]
}

type CauseRow = readonly [title: string, status: StatusKey | number, gaps: readonly GapId[]]

const CAUSES_TABLE = {
  unauthenticated: [
    'The call carries no valid key',
    'unauthenticated',
    ['key-transport', 'unauthenticated-status'],
  ],
  'ip-not-allowed': ['This address is not on the allowlist', 'ipNotAllowed', ['ip-not-allowed-status']],
  'unknown-operation': ['No such operation', 'notFound', ['lookup-operation', 'not-found-status']],
  'unknown-sku': ['No such SKU in the catalogue', 'notFound', ['not-found-status']],
  'unknown-order': ['No order with this reference', 'notFound', ['lookup-operation', 'not-found-status']],
  'invalid-body': [
    'The body is not the two fields',
    'invalidBody',
    ['invalid-body-status', 'reference-limits', 'request-forms'],
  ],
  'too-large': ['The body is too large', 'invalidBody', ['size-limits', 'invalid-body-status']],
  'reference-conflict': ['The reference is taken', 'referenceConflict', ['reference-conflict']],
  'insufficient-balance': [
    'The balance is too small',
    'insufficientBalance',
    ['funds-movement', 'insufficient-balance'],
  ],
  'rate-limited': ['A call too many', 'rateLimited', ['rate-limits', 'rate-limited-status']],
  unavailable: ['The service is unavailable', 'unavailable', ['unavailable-status']],
  // Statuses that no profile names: their meaning for a purchase is not documented.
  'internal-error': ['The service failed', 500, ['unavailable-status']],
  'bad-gateway': ['The service behind the gateway did not answer', 502, ['unavailable-status']],
  'needs-socket': ['This scenario needs a socket', 'invalidBody', ['invalid-body-status']],
  'mock-fault': ['The mock has a fault', 500, []],
} as const satisfies Record<string, CauseRow>

export type CauseCode = keyof typeof CAUSES_TABLE

export const CAUSE_CODES = Object.keys(CAUSES_TABLE) as readonly CauseCode[]

export function causeOf(code: CauseCode): ProblemType {
  const [title, status, gaps] = CAUSES_TABLE[code]
  return { code, title, status, gaps }
}

/** A request that is refused: why, and what the caller reads about it. Its texts may still contain a key. */
export type Refused = {
  readonly code: CauseCode
  /** What was asked, what is already right, and what to change. */
  readonly detail: string
  /** The field of the body, or the header, that is refused. */
  readonly field?: string
  readonly clause?: ClientClauseId
  readonly nearMiss?: NearMiss
  /** Of the `Retry-After` header (RFC 9110, section 10.2.3). */
  readonly retryAfterSeconds?: number
}
