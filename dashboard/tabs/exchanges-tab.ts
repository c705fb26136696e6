import { html } from 'htm/preact'
import { droppedWords } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { PageFacts } from '../../contract/wire/page-facts.ts'
import { VirtualList } from '../parts/virtual-list.ts'
import { dropped, received } from '../state/exchanges.ts'
import { callOutcomeOf } from '../state/filter.ts'
import { shownExchanges, unfolded } from '../state/shown.ts'
import { operationWord, remarkOf, timeOfDay, tookWord } from '../words.ts'
import { ExchangeControls } from './exchange-controls.ts'
import { ExchangeDetail } from './exchange-detail.ts'
import type { TabProps } from './tab-props.ts'

const WIDE_ROW = 34
const NARROW_ROW = 56

/** Every call, as it comes: the latest first. */
export function ExchangesTab({ facts, isNarrow }: TabProps) {
  const { exchanges, missing } = received.value
  const items = shownExchanges.value
  return html`<${ExchangeControls} facts=${facts} />
    <p class="quiet" role="status">${countsOf(items.length, exchanges.length, missing)}</p>
    ${dropped.value !== null && html`<p class="quiet">${droppedWords(dropped.value)}</p>`}
    ${
      items.length === 0
        ? html`<${Nothing} facts=${facts} isFiltered=${exchanges.length > 0} />`
        : html`<${VirtualList}
            label="Exchanges, the latest first"
            items=${items}
            keyOf=${({ seq }: Exchange) => seq}
            rowHeight=${isNarrow ? NARROW_ROW : WIDE_ROW}
            unfolded=${unfolded.value}
            row=${(exchange: Exchange, isOpen: boolean) => row(exchange, isOpen)}
            detail=${(exchange: Exchange) => html`<${ExchangeDetail} exchange=${exchange} facts=${facts} />`}
          />`
    }`
}

function countsOf(selected: number, all: number, missing: number): string {
  const some = selected === all ? `${all} exchanges` : `${selected} of ${all} exchanges`
  return missing === 0 ? some : `${some}; ${missing} more are in the journal alone`
}

function Nothing({ facts, isFiltered }: { facts: PageFacts; isFiltered: boolean }) {
  if (isFiltered) return html`<p class="empty">No exchange matches the filter.</p>`
  if (facts.shows === 'certification') return html`<p class="empty">No client has called yet.</p>`
  const key = facts.auth.format.replace('{key}', 'pk_test_me')
  return html`<div class="empty">
    <p>Nothing has arrived yet. Call the mock, and the call appears here:</p>
    <pre><code>curl -s ${facts.baseUrl}/ping -H '${facts.auth.header}: ${key}'</code></pre>
  </div>`
}

function row(exchange: Exchange, isOpen: boolean) {
  const { seq, at, operation, order, partner } = exchange
  return html`<button type="button" class="row" aria-expanded=${isOpen}
    onClick=${() => {
      unfolded.value = isOpen ? null : seq
    }}>
    <span class="time">${timeOfDay(at)}</span>
    <${OutcomeMark} exchange=${exchange} />
    <span class="operation ${operation ?? 'other'}">${operationWord(exchange)}</span>
    <span class="order">${order && html`<b>${order.partnerReference}</b> ${order.sku}`}</span>
    <span class="effect ${order?.effect ?? ''}">${order === null || order.effect === 'none' ? '' : order.effect}</span>
    <span class="remark">${remarkOf(exchange)}</span>
    <span class="partner">${partner}</span>
    <span class="took">${tookWord(exchange)}</span>
  </button>`
}

/** The status of the answer, marked by how the call ended. */
function OutcomeMark({ exchange }: { exchange: Exchange }) {
  const { response, delivery } = exchange
  const isUndelivered = delivery !== null && delivery.outcome !== 'delivered'
  const text = isUndelivered ? delivery.outcome : (response?.status ?? '…')
  return html`<span class="outcome ${callOutcomeOf(exchange)}">${text}</span>`
}
