import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { Refusal } from '../../terminal/usage-error.ts'

/**
 * The scenarios that are to be run: all of them, or those that were named, in the order of the table.
 *
 * @param only SKUs, in any case.
 * @throws {Refusal} for a name that no scenario has.
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
    throw new Refusal(
      `--only ${unknown}: there is no such scenario. There are: ${known}. The client's command comes after --.`,
    )
  }
  return scenarios.filter(({ sku }) => asked.includes(sku.toUpperCase()))
}
