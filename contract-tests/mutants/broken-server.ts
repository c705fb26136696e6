import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Middleware } from './middleware.ts'

/** A server that the suite judges. */
export type JudgedServer = {
  readonly name: string
  /** Makes its change for one run: the change may have state. */
  readonly change: (clock: Clock) => Middleware
}

/** Which run of the suite: what `verify` does by default, or with `--thorough`. */
export type SuiteRun = 'default' | 'thorough'

/** Which run detects that a server is broken, or why none does. A thorough run detects what the default run does. */
export type Detection =
  | {
      readonly seenBy: SuiteRun
      /** The clause that the default run, which sees less, must blame. */
      readonly takenFor?: ServerClauseId
    }
  | { readonly seenBy: null; readonly why: string }

/** A server that keeps every clause but one. */
export type BrokenServer = JudgedServer & {
  readonly breaks: ServerClauseId
  readonly detection: Detection
  /** The form of requests that it waits for, by its name, if it waits for one. */
  readonly form?: string
  /** Whether the default run, which sees it, names that form. */
  readonly isNamed?: boolean
}

/** A broken server, as a row of a table. */
export function broken(
  breaks: ServerClauseId,
  name: string,
  change: JudgedServer['change'],
  detection: Detection = { seenBy: 'default' },
): BrokenServer {
  return { name, breaks, change, detection }
}

/** A server that answers a gap in another way than the mock, and keeps every clause. */
export type ConformingServer = JudgedServer
