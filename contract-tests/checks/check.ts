import type { GapId } from '../../contract/reference/gaps.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Service } from '../service.ts'
import type { Shop } from '../shop.ts'

/**
 * When a check runs.
 *
 * - `reads`: at the same time, before anything is bought.
 * - `money`: one after another, since each reads the balance.
 * - `orders`: at the same time.
 * - `end`: one after another, once every order has ended.
 */
export type Phase = 'reads' | 'money' | 'orders' | 'end'

/** One thing to do, and what must not follow from it. */
export type Check = {
  readonly clause: ServerClauseId
  /** Unique in its clause, in kebab case. Its id in a report is `clause/name`. */
  readonly name: string
  /** A sentence that is true of a server that keeps the clause. */
  readonly title: string
  readonly when: Phase
  /** Clauses that must be kept for a failure of this check to prove anything. */
  readonly needs?: readonly ServerClauseId[]
  /** Gaps whose answers in the profile the verdict depends on. */
  readonly restsOn?: readonly GapId[]
  /**
   * How many purchases the check sends if every answer says something; and how many cards it buys, by default one for
   * each.
   */
  readonly purchases?: number
  readonly cards?: number
  /**
   * Returns if the clause is kept.
   *
   * @throws {Broken | NotObserved | OutOfReach} if it is not, or if that can't be seen.
   */
  run(service: Service, shop: Shop): Promise<void>
}
