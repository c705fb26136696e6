import type { CRASHES, ScenarioSku } from '../../../fixtures/scenarios.ts'
import type { Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'

/**
 * A moment at which a mistake is made, and at no other: the scenario that brings it about (null for any), whether it is
 * there, by what the client knows, and what a client must decide for it to come about, if it has to differ from the good one.
 */
export type Trigger = readonly [
  says: string,
  scenario: ScenarioSku | (typeof CRASHES)[number]['sku'] | null,
  when: (facts: Facts) => boolean,
  needs?: Partial<Decisions>,
]

/** A good client that makes all its purchases at the same time. */
export const concurrent: Partial<Decisions> = { isConcurrent: () => true }

/** A client that sends a lost purchase again before it looks it up. */
export const RESEND_FIRST: Partial<Decisions> = {
  next: ({ now, inARow }) =>
    now === 'settled' || inARow > 5 ? 'stop' : now === 'processing' ? 'look up' : 'resend',
}
