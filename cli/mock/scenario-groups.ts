import type { Scenario } from '../../contract/scenario/scenario.ts'
import { LOSSES, POLLS } from '../../fixtures/scenarios/losses.ts'
import { REFUSALS } from '../../fixtures/scenarios/refusals.ts'
import { PAIRS, SETTLEMENTS } from '../../fixtures/scenarios/settlements.ts'

const GROUPS: readonly (readonly [title: string, scenarios: readonly { readonly sku: string }[]])[] = [
  ['Orders that take some time', SETTLEMENTS],
  ['Two cards at a time', PAIRS],
  ['Polls that go wrong', POLLS],
  ['Answers that get lost', LOSSES],
  ['Refusals', REFUSALS],
]

export type ScenarioGroup = { readonly title: string; readonly scenarios: readonly Scenario[] }

/** Scenarios in groups, in the order of their table; those that are not built in come last. */
export function groupedScenarios(scenarios: readonly Scenario[]): readonly ScenarioGroup[] {
  const known = GROUPS.flatMap(([, group]) => group.map(({ sku }) => sku))
  const groups = [
    ...GROUPS.map(([title, group]) => [title, group.map(({ sku }) => sku)] as const),
    ['Your own', scenarios.map(({ sku }) => sku).filter((sku) => !known.includes(sku))] as const,
  ]
  return groups
    .map(([title, skus]) => ({ title, scenarios: scenarios.filter(({ sku }) => skus.includes(sku)) }))
    .filter((group) => group.scenarios.length > 0)
}
