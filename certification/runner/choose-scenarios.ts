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
 * @param only SKUs in any case, each with or without `SCENARIO-`; a text may name several, with commas between them.
 * @throws {UnknownScenarioError} for a name that no scenario has.
 */
export function chooseScenarios(
  scenarios: readonly Scenario[],
  only: readonly string[] | undefined,
): readonly Scenario[] {
  if (only === undefined) return scenarios
  const skus = scenarios.map(({ sku }) => sku)
  const asked = new Set(namesIn(only, skus).map((name) => skuOf(name, skus) ?? unknown(name, skus)))
  if (asked.size === 0) unknown(only.join(' '), skus)
  return scenarios.filter(({ sku }) => asked.has(sku))
}

const PREFIX = 'SCENARIO-'

/** The names in texts; a SKU of the user's own may have a comma in it. */
function namesIn(texts: readonly string[], skus: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => (skuOf(text, skus) === undefined ? text.split(',') : text))
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** The SKU that a name means: the name itself, or what follows `SCENARIO-` in it. */
function skuOf(name: string, skus: readonly string[]): string | undefined {
  const asked = name.toUpperCase()
  return [asked, PREFIX + asked].flatMap((one) => skus.find((sku) => sku.toUpperCase() === one) ?? [])[0]
}

function unknown(name: string, skus: readonly string[]): never {
  throw new UnknownScenarioError(name, skus)
}
