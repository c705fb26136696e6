import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Run } from './judge-server.ts'
import type { Middleware } from './middleware.ts'

/** A server under judgement. */
export type Server = {
  readonly name: string
  /** Makes its change for one run: it may remember what it has seen. */
  readonly change: (clock: Clock) => Middleware
}

/** Which run of the suite sees that a server is broken, or why none does. A thorough run sees what the default run sees. */
export type Sight =
  | {
      readonly seenBy: Run
      /** What the default run, which sees less, must take it for. */
      readonly takenFor?: ServerClauseId
    }
  | { readonly seenBy: null; readonly why: string }

/** A server that keeps every clause but one. */
export type BrokenServer = Server & { readonly breaks: ServerClauseId; readonly sight?: Sight }

/** A server that answers a gap in another way than the mock, and keeps every clause. */
export type ConformingServer = Server
