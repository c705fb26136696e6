import { html } from 'htm/preact'
import { type FunctionComponent, render } from 'preact'
import { BASE, PALETTE } from '../reporting/html/palette.ts'
import { connection, follow } from './api.ts'
import { DASHBOARD_PAGE } from './page-style.ts'
import { REQUESTS } from './requests-style.ts'
import { facts } from './state/facts.ts'
import { notice } from './state/notice.ts'
import { keepTabInAddress, TABS, type Tab, tab } from './state/shown.ts'
import { ClockTab } from './tabs/clock-tab.ts'
import { ExchangesTab } from './tabs/exchanges-tab.ts'
import { JudgementTab } from './tabs/judgement-tab.ts'
import { OrdersTab } from './tabs/orders-tab.ts'
import { PartnersTab } from './tabs/partners-tab.ts'
import { ScenariosTab } from './tabs/scenarios-tab.ts'

/** A sheet that a script makes needs no exception in the page's policy. */
function applyStyle(page: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([PALETTE, BASE, REQUESTS, DASHBOARD_PAGE].join(''))
  page.adoptedStyleSheets = [sheet]
}

const PANELS: Readonly<Record<Tab, FunctionComponent>> = {
  exchanges: ExchangesTab,
  orders: OrdersTab,
  scenarios: ScenariosTab,
  clock: ClockTab,
  partners: PartnersTab,
  judgement: JudgementTab,
}

const CONNECTION_WORDS = {
  opening: ['', 'connecting'],
  live: ['live-now', 'live'],
  lost: ['lost', 'no answer; trying again'],
} as const

function App() {
  const [mark, word] = CONNECTION_WORDS[connection.value]
  return html`<header class="head">
      <h1>Partner Purchase mock</h1>
      <code>${facts.baseUrl}</code>
      <a href="openapi.json">the contract</a>
      <span class="live ${mark}" role="status">${word}</span>
    </header>
    <main><${Tabs} /></main>
    <p class="notice ${notice.value.isError ? 'error' : ''}" role="status">${notice.value.text}</p>`
}

function Tabs() {
  return html`<${TabList} />
    <section role="tabpanel" id="panel" aria-labelledby=${`tab-${tab.value}`} tabindex="-1">
      <${PANELS[tab.value]} />
    </section>`
}

/** The tabs of the page, by the keyboard as the ARIA practices describe them: the arrow keys select. */
function TabList() {
  return html`<div role="tablist" aria-label="What to look at" onKeyDown=${move}>
    ${TABS.map(
      (name) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel"
        aria-selected=${tab.value === name} tabindex=${tab.value === name ? 0 : -1}
        onClick=${() => {
          tab.value = name
        }}>${name.charAt(0).toUpperCase()}${name.slice(1)}</button>`,
    )}
  </div>`
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

function move(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const next = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length]
  if (next === undefined) return
  event.preventDefault()
  tab.value = next
  document.getElementById(`tab-${next}`)?.focus()
}

const root = document.getElementById('page')
if (root !== null) {
  applyStyle(document)
  keepTabInAddress()
  root.replaceChildren()
  render(html`<${App} />`, root)
  follow()
}
