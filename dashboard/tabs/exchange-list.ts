import { html } from 'htm/preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { failureOf, refusalCodeOf, timeOfDay } from '../../contract/wire/exchange-facts.ts'
import { duration } from '../../reporting/markup/phrasing.ts'
import { callOutcomeOf } from '../state/exchanges.ts'
import { brokenBy, shortNameOf } from '../state/keys.ts'
import { drawnOf, knownSummary, type Row } from '../state/rows.ts'
import { earlyMsOf, openGroup, unfolded } from '../state/shown.ts'
import { operationWord, remarkOf, tookWord } from '../words.ts'
import { ExchangeDetail } from './exchange-detail.ts'

export function ExchangeList({ items }: { items: readonly Row[] }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-expanded=true]')?.scrollIntoView({ block: 'nearest' })
  }, [unfolded.value])
  const drawn = drawnOf(items, unfolded.value)
  const more = items.length - drawn.length
  return html`<div class="list" ref=${list} role="list" aria-label="Exchanges, the latest first" tabindex="0" onKeyDown=${moveFocus}>
    ${drawn.map((row) => {
      const { seq } = row.exchange
      const isOpen = seq === unfolded.value
      return html`<div role="listitem" key=${seq}>
        <${ExchangeRow} row=${row} isOpen=${isOpen} />
        ${isOpen && html`<${ExchangeDetail} exchange=${row.exchange} />`}
      </div>`
    })}
  </div>
  ${more > 0 && html`<p class="quiet">${more} older rows are not drawn. Filter to find them.</p>`}`
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  const list = event.currentTarget as HTMLElement
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const rows = [...list.querySelectorAll<HTMLElement>('button.row')]
  const at = rows.indexOf(event.target)
  if (at < 0) return
  event.preventDefault()
  rows[at + step]?.focus()
}

/** A call; or several equal lookups, which are shown one by one once they are opened. */
function ExchangeRow({ row, isOpen }: { row: Row; isOpen: boolean }) {
  const { exchange, count, early } = row
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
