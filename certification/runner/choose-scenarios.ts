import type { Scenario } from '../../contract/scenario/scenario.ts'

/** A scenario was named that does not exist. The message lists those that do. */
export class UnknownScenarioError extends Error {
  override readonly name = 'UnknownScenarioError'

  /** The name that no scenario has. */
  readonly asked: string
  /** The SKUs that there are. */
  readonly known: readonly string[]

  constructor(asked: string, known: readonly string[]) {
    super(`only ${asked}: there is no such scenario. There are: ${known.join(', ')}.`)
    this.asked = asked
    this.known = known
  }
}

/**
 * The scenarios to run: all of them, or the named ones, in the order of the table.
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
  if (unknown !== undefined)
    throw new UnknownScenarioError(
      unknown,
      scenarios.map(({ sku }) => sku),
    )
  return scenarios.filter(({ sku }) => asked.includes(sku.toUpperCase()))
}
