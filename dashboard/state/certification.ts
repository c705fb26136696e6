import { signal } from '@preact/signals'
import type { CertificationView, ScenarioView } from '../../contract/report/certification-view.ts'
import { tallied } from '../../contract/text/listed.ts'

/** The certification that the page shows; null before it is known. */
export const certification = signal<CertificationView | null>(null)

/** Its scenarios by SKU, in the order of the table. */
export const scenarios = signal<ReadonlyMap<string, ScenarioView>>(new Map())

export function withScenario(known: ReadonlyMap<string, ScenarioView>, scenario: ScenarioView) {
  return new Map(known).set(scenario.sku, scenario)
}

const STATES = ['broken', 'incomplete', 'kept', 'running', 'waiting'] as const

/** Such as '3 of 24 scenarios are judged: 1 broken, 2 kept, 21 running'. */
export function progressWords(views: readonly Pick<ScenarioView, 'state'>[]): string {
  const count = (state: ScenarioView['state']) => views.filter((view) => view.state === state).length
  const judged = views.length - count('running') - count('waiting')
  const counts = tallied(
    views.map(({ state }) => state),
    STATES,
  )
  return `${judged} of ${views.length} scenarios are judged: ${counts}`
}
