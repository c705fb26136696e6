import { isDeepStrictEqual } from 'node:util'
import { sealDigest } from '../../contract/judging/seal.ts'
import type { Report } from '../../contract/report/report.ts'
import { type Scenario, scenarioSchema } from '../../contract/scenario/scenario.ts'
import { listed } from '../../contract/text/listed.ts'
import { RESTARTS, SCENARIOS } from '../../fixtures/scenarios.ts'

/** The scenarios that a client went through, compared with those that these rules are made for. */
export type ScenarioTable = NonNullable<Report['scenarioTable']> & {
  /** The SKUs of built-in scenarios that it does not have, or has another one for. */
  readonly changed: readonly string[]
}

/**
 * Compares a table with the built-in scenarios, by value: scenarios of the user's own only add to them. Where the client is
 * killed in none, those that kill it may be missing.
 *
 * @param isRenamed whether each scenario has the name of its card as its SKU: then it is found by everything else.
 */
export function scenarioTable(table: readonly Scenario[], isRenamed = false): ScenarioTable {
  const recorded = table.map((scenario) => scenarioSchema.parse(scenario))
  const others = new Set(recorded.map(({ sku }) => sku))
  const isThere = (builtIn: Scenario) =>
    recorded.some(({ sku, ...scenario }) =>
      isDeepStrictEqual({ ...scenario, sku: isRenamed ? builtIn.sku : sku }, builtIn),
    )
  const wanted = [...SCENARIOS, ...RESTARTS.filter(({ sku }) => others.has(sku))]
  const changed = wanted.filter((builtIn) => !isThere(builtIn)).map(({ sku }) => sku)
  const inOrder = recorded.toSorted((one, other) => (one.sku < other.sku ? -1 : 1))
  return { digest: sealDigest(JSON.stringify(inOrder)), builtIn: changed.length === 0, changed }
}

const NAMED = 5

/** Why a table gives no certificate. */
export function changedWords({ changed }: ScenarioTable): string {
  return `A certificate requires every built-in scenario as it is, and this run has none, or another one, for ${listed(changed, NAMED)}. Scenarios of your own need SKUs of their own.`
}
