import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Decisions } from '../client/decisions.ts'
import type { TriggerId } from '../triggers.ts'

export type Expected = {
  readonly blames: readonly ClientClauseId[]
  readonly remarks: readonly string[]
  /** Why no clause can be reported, if so. */
  readonly why?: string
}

export type Mistake = {
  readonly says: string
  /** The decisions that change when the trigger occurs. */
  readonly change: Partial<Decisions>
  /** Decisions that always differ, and correctly so: the mistake is only possible in a client like that. */
  readonly needs?: Partial<Decisions>
  readonly cells: { readonly [Id in TriggerId]?: Expected }
}

type Cells = Mistake['cells']

/** Several mistakes that break the same clauses at the same triggers: their names, and their decisions. */
export function alike(
  cells: Cells,
  changes: Readonly<Record<string, Mistake['change']>>,
): readonly Mistake[] {
  return Object.entries(changes).map(([says, change]) => ({ says, change, cells }))
}

/** Cells that break these clauses at each of these triggers. */
export function blamed(clauses: ClientClauseId | readonly ClientClauseId[], ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: typeof clauses === 'string' ? [clauses] : clauses, remarks: [] }, triggers)
}

/** A cell for a mistake that is always made: it breaks a clause in some scenarios, and gets a remark in others. */
export function blamedAndRemarked(clause: ClientClauseId, ...remarks: readonly string[]): Cells {
  return cellsOf({ blames: [clause], remarks }, ['always'])
}

/** Cells that break no clause, but get a remark. */
export function remarked(remark: string, why: string, ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: [], remarks: [remark], why }, triggers)
}

/** Cells that no journal can tell from a correct client, and the reason. */
export function unseen(why: string, ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: [], remarks: [], why }, triggers)
}

function cellsOf(expected: Expected, triggers: readonly TriggerId[]): Cells {
  return Object.fromEntries(triggers.map((trigger) => [trigger, expected]))
}
