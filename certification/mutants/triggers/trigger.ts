import type { CRASHES, ScenarioSku } from '../../../fixtures/scenarios.ts'
import type { Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'

/** A moment at which a mistake is made, and at no other. */
export type Trigger = {
  readonly says: string
  /** The scenarios that bring it about. */
  readonly scenarios: readonly (ScenarioSku | (typeof CRASHES)[number]['sku'])[]
  /** Whether it is there, by what the client knows. */
  readonly when: (facts: Facts) => boolean
  /** What a client must decide for it to come about, if it has to differ from the good one. */
  readonly needs?: Partial<Decisions>
}

/** A trigger, as a row of a table: null for every scenario. */
export type TriggerRow = readonly [
  says: string,
  scenario: Trigger['scenarios'][number] | null,
  when: Trigger['when'],
  needs?: Trigger['needs'],
]

/** A good client that makes all its purchases at the same time. */
export const concurrent: Partial<Decisions> = { isConcurrent: () => true }

/** A client that sends a lost purchase again before it looks it up. */
export const RESEND_FIRST: Partial<Decisions> = {
  next: ({ now, inARow }) =>
    now === 'settled' || inARow > 5 ? 'stop' : now === 'processing' ? 'look up' : 'resend',
}
