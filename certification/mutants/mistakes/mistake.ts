import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Decisions } from '../client/decisions.ts'
import type { TriggerId } from '../triggers.ts'

/** What a certification must say of one cell. */
export type Expected = {
  /** The clauses that it blames. */
  readonly blames: readonly ClientClauseId[]
  /** The ids of what it remarks. */
  readonly remarks: readonly string[]
  /** Why it blames none, where it can't. */
  readonly why?: string
}

/** One way to go wrong, and the triggers with which it makes sense. */
export type Mistake = {
  readonly says: string
  /** What it decides otherwise when the trigger is there. */
  readonly change: Partial<Decisions>
  /** What it always decides otherwise, rightly: another good client, in which the mistake has a place. */
  readonly needs?: Partial<Decisions>
  readonly cells: { readonly [Id in TriggerId]?: Expected }
}

type Cells = Mistake['cells']

/** The cells of some triggers, all of them blamed for the same. */
export function blamed(clauses: ClientClauseId | readonly ClientClauseId[], ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: typeof clauses === 'string' ? [clauses] : clauses, remarks: [] }, triggers)
}

/** A mistake that is always made: it is blamed in some scenarios, and remarked on in others. */
export function blamedAndRemarked(clause: ClientClauseId, remark: string): Cells {
  return cellsOf({ blames: [clause], remarks: [remark] }, ['always'])
}

/** The cells of some triggers that no clause forbids, and of which a remark is made all the same. */
export function remarked(remark: string, why: string, ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: [], remarks: [remark], why }, triggers)
}

/** The cells of some triggers that no journal can tell from a good client, and why. */
export function unseen(why: string, ...triggers: TriggerId[]): Cells {
  return cellsOf({ blames: [], remarks: [], why }, triggers)
}

function cellsOf(expected: Expected, triggers: readonly TriggerId[]): Cells {
  return Object.fromEntries(triggers.map((trigger) => [trigger, expected]))
}
