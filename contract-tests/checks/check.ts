import type { GapId } from '../../contract/reference/gaps.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Service } from '../service.ts'
import type { Shop } from '../shop.ts'

/**
 * When a check runs: `reads` side by side, before anything is bought; `money` one by one, since each reads the balance;
 * `orders` side by side; `end` one by one, once the orders have come to an end.
 */
export type Phase = 'reads' | 'money' | 'orders' | 'end'

/** One thing to do, and what must not be seen then. */
export type Check = {
  readonly clause: ServerClauseId
  /** Unique in its clause, in kebab case: `clause/name` is its id in a report. */
  readonly name: string
  /** A sentence that is true of a server that keeps the clause. */
  readonly title: string
  readonly when: Phase
  /** Clauses without which a failure of this check proves nothing. */
  readonly needs?: readonly ServerClauseId[]
  /** Gaps whose answers in the profile the verdict depends on. */
  readonly restsOn?: readonly GapId[]
  /** How many purchases it sends where every answer says something; and how many cards it buys, one by default for each. */
  readonly purchases?: number
  readonly cards?: number
  /**
   * Returns where the clause is kept.
   *
   * @throws {Broken | NotObserved | OutOfReach} where it is not, or it can't be seen.
   */
  run(service: Service, shop: Shop): Promise<void>
}
