import type { ClientClauseId } from '../contract/client-clauses.ts'
import type { GapId } from '../contract/gaps.ts'
import type { Profile } from '../contract/profile.ts'

type StatusKey = Exclude<keyof Profile['errors'], 'body'>

/** A cause for which the mock refuses a request: the profile's status for it, and the gap that the status answers. */
export type Cause = {
  readonly code: string
  readonly title: string
  readonly status: StatusKey
  readonly gap: GapId
}

const CAUSES_TABLE = {
  unauthenticated: ['The call carries no valid key', 'unauthenticated', 'unauthenticated-status'],
  'ip-not-allowed': ['This address is not on the allowlist', 'ipNotAllowed', 'ip-not-allowed-status'],
  'unknown-operation': ['No such operation', 'notFound', 'not-found-status'],
  'unknown-sku': ['No such SKU in the catalogue', 'notFound', 'not-found-status'],
  'unknown-order': ['No order with this reference', 'notFound', 'not-found-status'],
  'invalid-body': ['The body is not the two fields', 'invalidBody', 'invalid-body-status'],
  'reference-conflict': ['The reference is taken', 'referenceConflict', 'reference-conflict'],
  'insufficient-balance': ['The balance is too small', 'insufficientBalance', 'insufficient-balance'],
} as const satisfies Record<string, readonly [title: string, status: StatusKey, gap: GapId]>

/** What the mock can refuse a request for. */
export type CauseCode = keyof typeof CAUSES_TABLE

/** A refused request: why, and what the caller reads about it. */
export type Refused = {
  readonly code: CauseCode
  readonly detail: string
  readonly field?: string
  readonly clause?: ClientClauseId
}

/** Everything about a cause, by its code. */
export function causeOf(code: CauseCode): Cause {
  const [title, status, gap] = CAUSES_TABLE[code]
  return { code, title, status, gap }
}
