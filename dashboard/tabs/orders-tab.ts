import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { BuyFirst, Clock } from '../parts/controls.ts'
import { type OrderFacts, useJudgement, useOrderFacts } from '../parts/hooks.ts'
import { type Requests, requestTable } from '../requests.ts'
import { received } from '../state/exchanges.ts'
import { brokenBy } from '../state/keys.ts'
import { type OrderLife, ordersIn } from '../state/orders.ts'
import { earlyMsOf, showExchange } from '../state/shown.ts'
import { operationWord } from '../words.ts'

const MOST_ORDERS = 50
const MOST_OPEN = 2
const MOST_ENTRIES = 200

export function OrdersTab() {
  useJudgement()
  const factsOf = useOrderFacts()
  const orders = ordersIn(received.value.exchanges)
  if (orders.length === 0) return html`<${BuyFirst} found="No order has been created or asked for." />`
  const more = orders.length - MOST_ORDERS
  return html`<p class="quiet">${orders.length} orders, the latest first</p>
    <div class="cards">${orders.slice(0, MOST_ORDERS).map((order, index) => html`<${OrderCard} key=${`${order.partner} ${order.partnerReference}`} order=${order} facts=${factsOf(order.partner, order.partnerReference)} isLatest=${index < MOST_OPEN} />`)}</div>
    ${more > 0 && html`<p class="quiet">And ${more} more: select one by its reference in the exchanges.</p>`}`
}

type OrderCardProps = { order: OrderLife; facts: OrderFacts | undefined; isLatest: boolean }

/** A line; its requests are drawn only where it is unfolded: the latest orders, and those that the reader chose. */
function OrderCard({ order, facts, isLatest }: OrderCardProps) {
  const { partner, partnerReference, sku, exchanges, status } = order
  const wanted = useSignal<boolean | null>(null)
  const isOpen = wanted.value ?? isLatest
  const toggle = (event: Event) => {
    event.preventDefault()
    wanted.value = !isOpen
  }
  const broken = new Set(exchanges.flatMap(brokenIn))
  const hasAnswer = exchanges.some(({ delivery }) => delivery?.outcome === 'delivered')
  const known = status ?? (hasAnswer ? 'no status arrived' : 'nothing arrived')
  return html`<article class="card order-card"><details open=${isOpen}>
    <summary onClick=${toggle}>
      <b>${partnerReference}</b><span>${sku}</span><span class="quiet">${partner === sku ? '' : partner}</span>
      <span>caller knows: <b class=${status === null ? 'bad' : ''}>${known}</b>${order.askFrom !== null && html`, <${Countdown} until=${order.askFrom} />`}</span>
      <span>${facts !== undefined && html`in the mock: <b>${facts.status}</b>`}</span>
      <span class="money">${facts !== undefined && html`−${facts.price} → ${facts.balanceAfter}`}</span>
      ${broken.size > 0 && html`<span class="chips">${[...broken].map((clause) => html`<span class="chip">${clause}</span> `)}</span>`}
    </summary>
    ${isOpen && html`<${Life} order=${order} />`}
  </details></article>`
}

function Life({ order }: { order: OrderLife }) {
  return html`<div dangerouslySetInnerHTML=${{ __html: requestTable(asScenario(order)).source }}></div>
    <p class="actions">
      ${order.exchanges.slice(-8).map((exchange) => html`<button type="button" class="seen" onClick=${() => showExchange(exchange.seq)}>#${exchange.seq} ${operationWord(exchange)}</button>`)}
    </p>`
}

/** The table is that of a report: the order is shown as a scenario. It escapes every text. */
function asScenario({ timeline, exchanges, durationMs }: OrderLife): Requests {
  const marked = timeline.slice(0, MOST_ENTRIES).map((entry, index) => {
    const exchange = exchanges[index]
    return exchange === undefined ? entry : { ...entry, breaks: brokenIn(exchange) }
  })
  return {
    durationMs,
    exit: null,
    timeline: marked,
    omitted: Math.max(0, timeline.length - MOST_ENTRIES),
  }
}

/** The clauses that an exchange breaks: as the judgement says, and at once where it came too early. */
function brokenIn(exchange: Exchange): string[] {
  const judged = brokenBy.value.get(exchange.seq) ?? []
  return [...new Set([...judged, ...(earlyMsOf(exchange) > 0 ? ['waits-poll-after'] : [])])]
}

function Countdown({ until }: { until: number }) {
  const text = (now: number) => {
    const seconds = Math.ceil((until - now) / 1000)
    return seconds > 0 ? `ask again in ${seconds} s` : 'may be asked now'
  }
  return html`<${Clock} text=${text} />`
}
