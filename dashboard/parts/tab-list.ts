import { html } from 'htm/preact'
import { type Tab, tab, tabs } from '../state/shown.ts'

const NAMES: Readonly<Record<Tab, string>> = {
  certification: 'Certification',
  exchanges: 'Exchanges',
  orders: 'Orders',
  scenarios: 'Scenarios',
  clock: 'Clock',
  partners: 'Partners',
  judgement: 'Judgement',
}

/** The tabs of the page, by the keyboard as the ARIA practices describe them: the arrow keys select. */
export function TabList() {
  return html`<div role="tablist" aria-label="What to look at" onKeyDown=${move}>
    ${tabs.value.map(
      (name) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel"
        aria-selected=${tab.value === name} tabindex=${tab.value === name ? 0 : -1}
        onClick=${() => {
          tab.value = name
        }}>${NAMES[name]}</button>`,
    )}
  </div>`
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

function move(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const { length } = tabs.value
  const next = tabs.value[(tabs.value.indexOf(tab.value) + step + length) % length]
  if (next === undefined) return
  event.preventDefault()
  tab.value = next
  document.getElementById(`tab-${next}`)?.focus()
}
