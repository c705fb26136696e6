import { computed, signal } from '@preact/signals'
import type { CertificationView, ScenarioView } from '../../contract/report/certification-view.ts'
import { tallied } from '../../contract/text/listed.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { received } from './exchanges.ts'

/** The certification that the page shows; null before it is known. */
export const certification = signal<CertificationView | null>(null)

/** Its scenarios by SKU, in the order of the table. */
export const scenarios = signal<ReadonlyMap<string, ScenarioView>>(new Map())

/** Replaces what is known of a scenario; a new one comes last. */
export function withScenario(known: ReadonlyMap<string, ScenarioView>, scenario: ScenarioView) {
  return new Map(known).set(scenario.sku, scenario)
}

export type SeenExchanges = { readonly count: number; readonly last: Exchange }

export const seenOf = computed(() => seenIn(received.value.exchanges))

/** By partner: how many exchanges there are, and the last one. */
export function seenIn(exchanges: readonly Exchange[]): ReadonlyMap<string, SeenExchanges> {
  const seen = new Map<string, SeenExchanges>()
  for (const last of exchanges) {
    const partner = last.partner ?? ''
    seen.set(partner, { count: (seen.get(partner)?.count ?? 0) + 1, last })
  }
  return seen
}

const STATES = ['broken', 'incomplete', 'kept', 'running', 'waiting'] as const

/**
 * How far a certification has come, in words.
 *
 * @example
 * progressWords(views) // '3 of 24 scenarios are judged: 1 broken, 2 kept, 21 running'
 */
export function progressWords(views: readonly Pick<ScenarioView, 'state'>[]): string {
  const count = (state: ScenarioView['state']) => views.filter((view) => view.state === state).length
  const judged = views.length - count('running') - count('waiting')
  const counts = tallied(
    views.map(({ state }) => state),
    STATES,
  )
  return `${judged} of ${views.length} scenarios are judged: ${counts}`
}
