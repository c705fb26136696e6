import { html } from 'htm/preact'
import { type FunctionComponent, render } from 'preact'
import { connection, follow } from './mock.ts'
import { keepFresh } from './refresh.ts'
import { brokenCount, chosen, keys, nameOf } from './state/keys.ts'
import { facts, keepTabInAddress, notice, TABS, type Tab, tab } from './state/view.ts'
import { STYLE } from './style.ts'
import { CallsTab } from './tabs/calls.ts'
import { ControlTab } from './tabs/control.ts'
import { JudgementTab } from './tabs/judgement.ts'
import { OrdersTab } from './tabs/orders.ts'

/** The page's content security policy allows a style sheet that a script makes. */
function applyStyle(page: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  page.adoptedStyleSheets = [sheet]
}

const PANELS: Readonly<Record<Tab, FunctionComponent>> = {
  calls: CallsTab,
  orders: OrdersTab,
  judgement: JudgementTab,
  control: ControlTab,
}

const CONNECTION_WORDS = { opening: 'connecting', live: 'live', lost: 'no answer; trying again' } as const

function App() {
  return html`<header class="head">
      <h1>Partner Purchase mock</h1>
      <code>${facts.baseUrl}</code>
      <a href="openapi.json">the contract</a>
      <span class="connection ${connection.value}" role="status">${CONNECTION_WORDS[connection.value]}</span>
    </header>
    <main>
      <div class="bar"><${TabList} /><${PartnerChoice} /></div>
      <section role="tabpanel" id="panel" aria-labelledby=${`tab-${tab.value}`} tabindex="-1">
        <${PANELS[tab.value]} />
      </section>
    </main>
    <p class="notice ${notice.value.isError ? 'error' : ''}" role="status">${notice.value.text}</p>`
}

function PartnerChoice() {
  return html`<label>Partner
    <select value=${chosen.value} onChange=${({
      currentTarget,
    }: Event & { currentTarget: HTMLSelectElement }) => {
      chosen.value = currentTarget.value
    }}>
      <option value="">all partners</option>
      ${keys.value.map(({ partner }) => html`<option value=${partner}>${nameOf(partner)}</option>`)}
    </select></label>`
}

/** The arrow keys select a tab, as the ARIA practices describe. */
function TabList() {
  return html`<div role="tablist" aria-label="What to look at" onKeyDown=${move}>
    ${TABS.map(
      (name) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel"
        aria-selected=${tab.value === name} tabindex=${tab.value === name ? 0 : -1}
        onClick=${() => {
          tab.value = name
        }}>${name.charAt(0).toUpperCase()}${name.slice(1)}${name === 'judgement' && html`<${BrokenCount} />`}</button>`,
    )}
  </div>`
}

function BrokenCount() {
  const { value: count } = brokenCount
  return count > 0 && html` <span class="count">${count}<span class="unseen"> broken</span></span>`
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
  keepFresh()
}
