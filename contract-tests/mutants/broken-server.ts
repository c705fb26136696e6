import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/server-clauses.ts'
import type { Middleware } from './middleware.ts'

/** A server under judgement. */
export type Server = {
  readonly name: string
  /** Makes its change for one run: it may remember what it has seen. */
  readonly change: (clock: Clock) => Middleware
}

/** A server that keeps every clause but one. */
export type BrokenServer = Server & { readonly breaks: ServerClauseId }

/** A server that answers a gap in another way than the mock, and keeps every clause. */
export type ConformingServer = Server
