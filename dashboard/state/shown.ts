import { computed, effect, signal } from '@preact/signals'
import { received } from './exchanges.ts'
import { filtered, NO_FILTER } from './filter.ts'

const TABS = {
  mock: ['exchanges', 'orders', 'scenarios', 'clock', 'partners', 'judgement'],
  certification: ['certification', 'exchanges', 'orders'],
} as const
export type Tab = (typeof TABS)[keyof typeof TABS][number]

/** The tabs that there are. */
export const tabs = signal<readonly Tab[]>(TABS.mock)

/** The tab in front. */
export const tab = signal<Tab>('exchanges')

/** Shows the tabs of a page, the first in front. The name of the tab in front is in the address, so that a link leads to it. */
export function showTabsOf(shows: keyof typeof TABS): void {
  tabs.value = TABS[shows]
  tab.value = TABS[shows][0]
  const read = () => {
    tab.value = tabs.value.find((name) => `#${name}` === location.hash) ?? tab.value
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
export const shownExchanges = computed(() => [...filtered(received.value.exchanges, filter.value)].reverse())

/** Shows the exchanges of one partner. */
export function showPartner(partner: string): void {
  filter.value = { ...NO_FILTER, partner }
  tab.value = 'exchanges'
}

/** Shows one exchange, in whatever tab the reader is. */
export function showExchange(seq: number): void {
  filter.value = NO_FILTER
  unfolded.value = seq
  tab.value = 'exchanges'
}
