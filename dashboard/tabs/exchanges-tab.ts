import { html } from 'htm/preact'
import { droppedWords } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { failureOf, refusalCodeOf, timeOfDay } from '../../contract/wire/exchange-facts.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { duration } from '../../reporting/markup/phrasing.ts'
import { isPaused, waiting } from '../api.ts'
import { useJudgement, useKeys, useNarrow } from '../parts/hooks.ts'
import { VirtualList } from '../parts/virtual-list.ts'
import {
  callOutcomeOf,
  dropped,
  type Filter,
  type KnownExchanges,
  NOTHING,
  OUTCOMES,
  received,
} from '../state/exchanges.ts'
import { facts } from '../state/facts.ts'
import { brokenBy, keys, shortNameOf } from '../state/keys.ts'
import { say } from '../state/notice.ts'
import { knownSummary, type Row } from '../state/rows.ts'
import { earlyMsOf, filter, openGroup, rows, shownExchanges, unfolded } from '../state/shown.ts'
import { operationWord, remarkOf, tookWord } from '../words.ts'
import { ExchangeDetail } from './exchange-detail.ts'

const WIDE_ROW = 34
const NARROW_ROW = 56

export function ExchangesTab() {
  useJudgement()
  const rowHeight = useNarrow() ? NARROW_ROW : WIDE_ROW
  const { exchanges } = received.value
  const items = rows.value
  const shown = shownExchanges.value.length
  return html`<${ExchangeControls} />
    <div class="counts"><span class="quiet" role="status">${countsOf(shown, received.value)}</span><${ExportLinks} /></div>
    ${dropped.value !== null && html`<p class="quiet">${droppedWords(dropped.value)}</p>`}
    ${
      items.length === 0
        ? html`<${Nothing} isFiltered=${exchanges.length > 0} />`
        : html`<${VirtualList}
            label="Exchanges, the latest first"
            items=${items}
            keyOf=${({ exchange }: Row) => exchange.seq}
            rowHeight=${rowHeight}
            unfolded=${unfolded.value}
            row=${row}
            detail=${({ exchange }: Row) => html`<${ExchangeDetail} exchange=${exchange} />`}
          />`
    }`
}

function countsOf(selected: number, { exchanges, missing, gone }: KnownExchanges): string {
  const all = exchanges.length
  const some = selected === all ? `${all} exchanges` : `${selected} of ${all} exchanges`
  return [
    some,
    missing > 0 && `${missing} more are in the journal alone`,
    gone > 0 && `${gone} more were dropped before they came here`,
  ]
    .filter(Boolean)
    .join('; ')
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return html`<p class="empty">No exchange matches the filter.</p>`
  const key = facts.auth.format.replace('{key}', 'pk_test_me')
  return html`<div class="empty">
    <p>Nothing has arrived yet. Call the mock, and the call appears here:</p>
    <pre><code>curl -s ${facts.baseUrl}/ping -H '${facts.auth.header}: ${key}'</code></pre>
  </div>`
}

/** A call; or several equal lookups, which are shown one by one once they are opened. */
function row({ exchange, count, early }: Row, isOpen: boolean) {
  const { seq, at, operation, order, partner } = exchange
  const isGroup = count > 1
  const unfold = () => {
    unfolded.value = isOpen ? null : seq
  }
  return html`<button type="button" class="row" aria-expanded=${isOpen && !isGroup}
    onClick=${isGroup ? () => openGroup(seq) : unfold}>
    <span class="time">${timeOfDay(at)}</span>
    <${OutcomeMark} exchange=${exchange} />
    <span class="operation ${operation ?? 'other'}">${isGroup && `${count} × `}${operationWord(exchange)}</span>
    <span class="order">${order && html`<b>${order.partnerReference}</b> ${order.sku}`}</span>
    <span class="effect ${order?.effect ?? ''}">${effectWord(exchange)}</span>
    ${isGroup ? html`<span class="remark">${early > 0 && html`<span class="early">${early} too early</span>`}</span>` : html`<${Remark} exchange=${exchange} />`}
    <span class="partner">${shortNameOf(partner)}</span>
    <span class="took">${!isGroup && tookWord(exchange)}</span>
  </button>`
}

function effectWord(exchange: Exchange): string {
  const { order } = exchange
  const status = knownSummary(exchange)?.status ?? refusalCodeOf(exchange)
  const effect = order === null || order.effect === 'none' ? undefined : order.effect
  return [effect, status].filter((word) => word !== undefined).join(', ')
}

function Remark({ exchange }: { exchange: Exchange }) {
  const earlyMs = earlyMsOf(exchange)
  const clauses = brokenBy.value.get(exchange.seq) ?? []
  return html`<span class="remark">
    ${earlyMs > 0 && html`<span class="early">${duration(earlyMs)} early</span> `}
    ${clauses.map((clause) => html`<span class="chip">${clause}</span> `)}
    ${remarkOf(exchange)}
  </span>`
}

function OutcomeMark({ exchange }: { exchange: Exchange }) {
  const text = failureOf(exchange) ?? exchange.response?.status ?? '…'
  return html`<span class="outcome ${callOutcomeOf(exchange)}">${text}</span>`
}

function ExchangeControls() {
  const partners = [...new Set(received.value.exchanges.flatMap(({ partner }) => partner ?? []))].sort()
  return html`<form class="controls" onSubmit=${(event: Event) => event.preventDefault()}>
    ${choice('partner', 'Partner', partners)}
    ${choice('operation', 'Operation', OPERATION_IDS)}
    ${choice('outcome', 'Outcome', OUTCOMES)}
    <label>Text <input type="search" value=${filter.value.text} onInput=${changed('text')} /></label>
    <button type="button" aria-pressed=${isPaused.value} onClick=${pause}>${pauseLabel()}</button>
    <button type="button" onClick=${clear}>Clear</button>
  </form>`
}

function choice(name: keyof Filter, label: string, values: readonly string[]) {
  return html`<label>${label}
    <select value=${filter.value[name]} onChange=${changed(name)}>
      <option value="">all</option>
      ${values.map((value) => html`<option value=${value}>${value}</option>`)}
    </select>
  </label>`
}

function changed(name: keyof Filter) {
  return ({ currentTarget }: Event & { currentTarget: HTMLInputElement }) => {
    filter.value = { ...filter.value, [name]: currentTarget.value }
  }
}

function pause(): void {
  isPaused.value = !isPaused.value
}

function pauseLabel(): string {
  if (!isPaused.value) return 'Pause'
  const count = waiting.value.reduce(
    (sum, { exchanges, skipped, gone = 0 }) => sum + exchanges.length + skipped + gone,
    0,
  )
  return count === 0 ? 'Go on' : `Go on: ${count} new`
}

function clear(): void {
  received.value = NOTHING
  say('The list is cleared. The journal still has what it had.')
}

/** Everything; and the recording for `judge` of the key that is selected, else of the one that called last. */
function ExportLinks() {
  useKeys()
  const { partner } = filter.value
  const of = partner === '' ? keys.value[0] : keys.value.find((key) => key.partner === partner)
  const address = `recording.jsonl?key=${of?.digest}`
  return html`<span class="exports">Export:${' '}
    ${of !== undefined && of.orders > 0 && html`<a href=${address} download="journal.jsonl">${of.partner} for judge</a>, `}
    <a href="journal.jsonl" download="exchanges.jsonl">all as JSON</a>, <a href="journal.har" download="exchanges.har">all as HAR</a></span>`
}
