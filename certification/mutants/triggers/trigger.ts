import type { CRASHES, ScenarioSku } from '../../../fixtures/scenarios.ts'
import type { Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'

/**
 * A moment at which a mistake is made: its name, its scenario (null for any), a test of what the client knows, and the
 * decisions of a client for which the moment comes, if the good client does not reach it.
 */
export type Trigger = readonly [
  says: string,
  scenario: ScenarioSku | (typeof CRASHES)[number]['sku'] | null,
  when: (facts: Facts) => boolean,
  needs?: Partial<Decisions>,
]

/** A good client that makes all its purchases at the same time. */
export const concurrent: Partial<Decisions> = { isConcurrent: () => true }

/** A good client that resends a lost purchase before it looks it up. */
export const RESEND_FIRST: Partial<Decisions> = {
  next: ({ now, inARow }) =>
    now === 'settled' || inARow > 5 ? 'stop' : now === 'processing' ? 'look up' : 'resend',
}
