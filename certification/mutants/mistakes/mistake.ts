import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Decisions } from '../client/decisions.ts'
import type { TriggerId } from '../triggers.ts'

export type Expected = {
  readonly blames: readonly ClientClauseId[]
  readonly remarks: readonly string[]
  /** Why no clause is reported, when none can be. */
  readonly why?: string
}

export type Mistake = {
  readonly says: string
  /** Its different decisions when the trigger occurs. */
  readonly change: Partial<Decisions>
  /** Decisions that always differ, correctly: another correct client, in which the mistake is possible. */
  readonly needs?: Partial<Decisions>
  readonly cells: { readonly [Id in TriggerId]?: Expected }
}

type Cells = Mistake['cells']

/** Mistakes that break the same clauses at the same triggers: what each is, and its decisions. */
export function alike(
  cells: Cells,
  changes: Readonly<Record<string, Mistake['change']>>,
): readonly Mistake[] {
  return Object.entries(changes).map(([says, change]) => ({ says, change, cells }))
}

/** The cells of some triggers that all break the same clauses. */
export function blamed(clauses: ClientClauseId | readonly ClientClauseId[], ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: typeof clauses === 'string' ? [clauses] : clauses, remarks: [] }, triggers)
}

/** A mistake that is always made: a broken clause in some scenarios, a remark in others. */
export function blamedAndRemarked(clause: ClientClauseId, ...remarks: readonly string[]): Cells {
  return cellsOf({ blames: [clause], remarks }, ['always'])
}

/** The cells of some triggers that no clause forbids, but that give a remark. */
export function remarked(remark: string, why: string, ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: [], remarks: [remark], why }, triggers)
}

/** The cells of some triggers that a journal cannot distinguish from a correct client, and why. */
export function unseen(why: string, ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: [], remarks: [], why }, triggers)
}

function cellsOf(expected: Expected, triggers: readonly TriggerId[]): Cells {
  return Object.fromEntries(triggers.map((trigger) => [trigger, expected]))
}
