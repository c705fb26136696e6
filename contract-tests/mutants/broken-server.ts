import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Middleware } from './middleware.ts'

/** A server that the suite judges. */
export type JudgedServer = {
  readonly name: string
  /** Makes its change for one run: the change may have state. */
  readonly change: (clock: Clock) => Middleware
}

/** A server that keeps every clause but one. */
export type BrokenServer = JudgedServer & { readonly breaks: ServerClauseId }

/** A broken server, as a row of a table. */
export function broken(breaks: ServerClauseId, name: string, change: JudgedServer['change']): BrokenServer {
  return { name, breaks, change }
}

/** A server that answers a gap in another way than the mock, and keeps every clause. */
export type ConformingServer = JudgedServer
