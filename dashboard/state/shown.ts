import { computed, effect, signal } from '@preact/signals'
import { received } from './exchanges.ts'
import { filtered, NO_FILTER } from './filter.ts'

export const TABS = ['exchanges', 'orders', 'scenarios', 'clock', 'partners', 'judgement'] as const
export type Tab = (typeof TABS)[number]

/** The tab in front. */
export const tab = signal<Tab>('exchanges')

/** Keeps the name of the tab in the address, so that a link leads to it. */
export function keepTabInAddress(): void {
  const read = () => {
    tab.value = TABS.find((name) => `#${name}` === location.hash) ?? tab.value
  }
  read()
  addEventListener('hashchange', read)
  effect(() => history.replaceState(null, '', `#${tab.value}`))
}

/** What of the exchanges is selected. */
export const filter = signal(NO_FILTER)

/** The unfolded exchange, by its number. */
export const unfolded = signal<number | null>(null)

/** The exchanges that are selected, latest first. */
export const shown = computed(() => [...filtered(received.value.exchanges, filter.value)].reverse())

/** Shows one exchange, in whatever tab the reader is. */
export function showExchange(seq: number): void {
  filter.value = NO_FILTER
  unfolded.value = seq
  tab.value = 'exchanges'
}
