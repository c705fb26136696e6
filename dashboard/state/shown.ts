import { computed, effect, signal } from '@preact/signals'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { filtered, NO_FILTER, received } from './exchanges.ts'
import { earlyIn, rowsOf } from './rows.ts'

export const TABS = ['exchanges', 'orders', 'scenarios', 'clock', 'partners', 'judgement'] as const
export type Tab = (typeof TABS)[number]

export const tab = signal<Tab>('exchanges')

/** The name of the tab in front is in the address, so that a link leads to it. */
export function keepTabInAddress(): void {
  const read = () => {
    tab.value = TABS.find((name) => `#${name}` === location.hash) ?? tab.value
  }
  read()
  addEventListener('hashchange', read)
  effect(() => history.replaceState(null, '', `#${tab.value}`))
}

export const filter = signal(NO_FILTER)

export const unfolded = signal<number | null>(null)

export const compared = signal<Exchange | null>(null)

export const shownExchanges = computed(() => [...filtered(received.value.exchanges, filter.value)].reverse())

const early = computed(() => earlyIn(received.value.exchanges))

/** How much too early a lookup came, in milliseconds; 0 for any other. */
export function earlyMsOf({ seq }: Exchange): number {
  return early.value.get(seq) ?? 0
}

/** The groups of equal lookups that are shown in full, by the number of one of them. */
const openedGroups = signal<ReadonlySet<number>>(new Set())

export const rows = computed(() => rowsOf(shownExchanges.value, early.value, openedGroups.value))

export function openGroup(seq: number): void {
  openedGroups.value = new Set([...openedGroups.value, seq])
}

export function showExchange(seq: number): void {
  filter.value = NO_FILTER
  openGroup(seq)
  unfolded.value = seq
  tab.value = 'exchanges'
}
