import { effect, signal } from '@preact/signals'
import type { PageFacts } from '../../contract/wire/page-facts.ts'
import { NO_FILTER } from './calls.ts'

/** What the mock wrote into the page, as JSON of this shape. */
export const facts: PageFacts = JSON.parse(globalThis.document?.getElementById('facts')?.textContent ?? '{}')

export const TABS = ['calls', 'orders', 'judgement', 'control'] as const
export type Tab = (typeof TABS)[number]

export const tab = signal<Tab>('calls')

/** Keeps the name of the open tab in the address, so that a link leads to it. */
export function keepTabInAddress(): void {
  const read = () => {
    tab.value = TABS.find((name) => `#${name}` === location.hash) ?? tab.value
  }
  read()
  addEventListener('hashchange', read)
  effect(() => history.replaceState(null, '', `#${tab.value}`))
}

export const filter = signal(NO_FILTER)

/** The `seq` of the call whose details are open, and the reference of the open order. */
export const openCall = signal<number | null>(null)
export const openOrder = signal<string | null>(null)

export function showCall(seq: number): void {
  filter.value = NO_FILTER
  openCall.value = seq
  tab.value = 'calls'
}

type Notice = { readonly text: string; readonly isError: boolean }

const NONE: Notice = { text: '', isError: false }

/** The result of the reader's last action, which a screen reader also announces. */
export const notice = signal(NONE)

/** How long a notice is shown. An error stays until the next one. */
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
