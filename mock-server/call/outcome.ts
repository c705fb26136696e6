import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { NearMiss } from '../../contract/wire/exchange.ts'
import type { Fault } from '../../contract/wire/fault.ts'
import type { CauseCode } from '../prepared/problem-types.ts'
import type { Call, OperationCall } from './call.ts'

/** A request that is served. */
export type Served = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** A request that is refused: why, and what the caller reads about it. Its texts may still contain a key. */
export type Refused = {
  readonly code: CauseCode
  /** What was asked, what is already right, and what to change. */
  readonly detail: string
  /** The field of the body, or the header, that is refused. */
  readonly field?: string
  readonly clause?: ClientClauseId
  /** The operation that the request resembles, and what differs. */
  readonly nearMiss?: NearMiss
  /** Of the `Retry-After` header (RFC 9110, section 10.2.3). */
  readonly retryAfterSeconds?: number
  /** Replaces status and title of its cause, for what HTTP itself refuses. */
  readonly http?: { readonly status: number; readonly title: string }
}

/** The outcome of an operation, and the fault that is injected into its answer. */
export type Outcome = (Served | Refused) & { readonly fault?: Fault }

/** A request that is served with JSON, with the headers of its operation. */
export function served({ mock, operation }: OperationCall, body: string): Served {
  return { headers: mock.servedHeaders[operation], body }
}

/** A call of a key that an order has revoked. */
export function revokedKey({ mock }: Call): Refused {
  const detail =
    'The key is valid no longer: a card was bought with it whose scenario revokes it, or the operator revoked it. Use another key, or reset this one.'
  return { code: 'unauthenticated', detail, field: mock.profile.auth.header }
}
