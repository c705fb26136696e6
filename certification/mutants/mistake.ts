import type { ClientClauseId } from '../../contract/client-clauses.ts'
import type { Decisions } from './client/decisions.ts'
import type { TriggerId } from './triggers.ts'

/** What a certification must say of one cell: the clauses that it blames, or why it can't blame any. */
export type Expected = { readonly blames: readonly ClientClauseId[] } | { readonly unseen: string }

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
  const blames = typeof clauses === 'string' ? [clauses] : clauses
  return Object.fromEntries(triggers.map((trigger) => [trigger, { blames }]))
}

/** The cells of some triggers that no journal can tell from a good client, and why. */
export function unseen(reason: string, ...triggers: TriggerId[]): Cells {
  return Object.fromEntries(triggers.map((trigger) => [trigger, { unseen: reason }]))
}
