import { effect, signal } from '@preact/signals'
import type { PageFacts } from '../../contract/wire/page-facts.ts'
import { NO_FILTER } from './calls.ts'

/** What the page knows of its mock before it asks: the mock wrote it into the page, as JSON in this shape. */
export const facts: PageFacts = JSON.parse(globalThis.document?.getElementById('facts')?.textContent ?? '{}')

export const TABS = ['calls', 'orders', 'judgement', 'control'] as const
export type Tab = (typeof TABS)[number]

export const tab = signal<Tab>('calls')

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

/** The number of the call in the pane, and the reference of the order in the other. */
export const openCall = signal<number | null>(null)
export const openOrder = signal<string | null>(null)

export function showCall(seq: number): void {
  filter.value = NO_FILTER
  openCall.value = seq
  tab.value = 'calls'
}

type Notice = { readonly text: string; readonly isError: boolean }

const NONE: Notice = { text: '', isError: false }

/** What happened last because of the reader, for the eye and for a screen reader. */
export const notice = signal(NONE)

/** How long it is shown. What went wrong stays until something else is done. */
const SHOWN_MS = 8_000

export function say(text: string): void {
  const said = { text, isError: false }
  notice.value = said
  setTimeout(() => {
    if (notice.value === said) notice.value = NONE
  }, SHOWN_MS)
}

export function complain(text: string): void {
  notice.value = { text, isError: true }
}
