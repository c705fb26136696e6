import type { Course, Scenario } from '../contract/scenario/scenario.ts'

/** What no scenario of a table is called by chance: by it, a recording shows that a run ended with its preflight. */
const NAME = 'preflight: an ordinary card'

/** Long enough for a lookup, and no longer. */
const COURSE: Course = { processing: [{ forSeconds: 1, pollAfterSeconds: 1 }], settles: 'success' }

/** It is part of no table. `ordinary`: what a card without a scenario does. */
export function preflightScenario(
  ordinary: Scenario,
  { sku, price }: Pick<Scenario, 'sku' | 'price'>,
): Scenario {
  const story =
    'The client is started once, before the scenarios, for an ordinary card: it is PROCESSING for a second, then settled.'
  return { ...ordinary, sku, price, name: NAME, story, course: COURSE }
}

export function isPreflight({ name }: Pick<Scenario, 'name'>): boolean {
  return name === NAME
}
