import type { ClientClauseId } from '../client-clauses.ts'
import type { GapId } from '../gaps.ts'
import type { ServerClauseId } from '../server-clauses.ts'

/** The id of a clause, whomever it binds. */
export type ClauseId = ServerClauseId | ClientClauseId

/** One sentence of the reference, with what the kit makes of it. */
export type Statement = {
  /** `1` to `9`; `0` is what comes before the first section. */
  readonly section: string
  /** Verbatim. A row of a table is read as a line, its cells separated by ` | `. */
  readonly text: string
  /** What it binds the server or the client to. */
  readonly clauses: readonly ClauseId[]
  /** What it leaves open. */
  readonly gaps: readonly GapId[]
  /** Why it binds nobody and leaves nothing open, where it does neither. */
  readonly context?: string
}

type AtLeastOne<T> = readonly [T, ...T[]]

/** A sentence and what the kit makes of it. One with neither clause, gap nor context does not compile. */
export type StatementRow = { readonly text: string } & (
  | { readonly clauses: AtLeastOne<ClauseId>; readonly gaps?: AtLeastOne<GapId> }
  | { readonly gaps: AtLeastOne<GapId> }
  | { readonly context: string }
)
