import type { Course, Scenario } from '../contract/scenario/scenario.ts'

/** No scenario of a table has this name by chance. By it, a recording shows that the run ended with its preflight. */
const NAME = 'preflight: an ordinary card'

/** Just long enough for one lookup. */
const COURSE: Course = { processing: [{ forSeconds: 1, pollAfterSeconds: 1 }], settles: 'success' }

/** The scenario of the preflight, which is part of no table. `ordinary` is what a card without a scenario does. */
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
