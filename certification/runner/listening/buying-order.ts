import type { Scenario } from '../../../contract/scenario/scenario.ts'

/** The order in which scenarios can be bought with one key: what ends the key is bought last. */
export function inBuyingOrder(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios.toSorted((one, other) => Number(one.revokesKey) - Number(other.revokesKey))
}
