import type { ServerClauseId } from '../../contract/server-clauses.ts'
import type { Middleware } from './middleware.ts'

/** A server that keeps every clause but one. */
export type BrokenServer = {
  readonly name: string
  readonly breaks: ServerClauseId
  /** Makes the change anew for each run: it may remember what it has seen. */
  readonly change: () => Middleware
}

/** A server that answers a gap in another way than the mock, and keeps every clause. */
export type ConformingServer = { readonly name: string; readonly change: () => Middleware }
