import type { Scenario } from '../../contract/scenario/scenario.ts'

/** A scenario was named that is not there: says which, and which there are. */
export class UnknownScenarioError extends Error {
  override readonly name = 'UnknownScenarioError'
}

/**
 * The scenarios that are to be run: all of them, or those that were named, in the order of the table.
 *
 * @param only SKUs, in any case.
 * @throws {UnknownScenarioError} for a name that no scenario has.
 */
export function chooseScenarios(
  scenarios: readonly Scenario[],
  only: readonly string[] | undefined,
): readonly Scenario[] {
  if (only === undefined) return scenarios
  const asked = only.map((name) => name.toUpperCase())
  const unknown = only.find((_, index) => !scenarios.some(({ sku }) => sku.toUpperCase() === asked[index]))
  if (unknown !== undefined) {
    const known = scenarios.map(({ sku }) => sku).join(', ')
    throw new UnknownScenarioError(`only ${unknown}: there is no such scenario. There are: ${known}.`)
  }
  return scenarios.filter(({ sku }) => asked.includes(sku.toUpperCase()))
}
