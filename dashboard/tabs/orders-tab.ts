import { html } from 'htm/preact'
import { type Shown, timelineFigure } from '../../reporting/timeline/figure.ts'
import { Clock } from '../parts/clock.ts'
import { type OrderFacts, useOrderFacts } from '../parts/use-order-facts.ts'
import { received } from '../state/exchanges.ts'
import { type OrderLife, ordersIn } from '../state/orders.ts'
import { showExchange } from '../state/shown.ts'
import { operationWord } from '../words.ts'
import type { TabProps } from './tab-props.ts'

/** How many orders are drawn. */
const MOST_ORDERS = 50
/** How many exchanges of an order are drawn. */
const MOST_ENTRIES = 200

/** The life of each order: how it was bought, asked for and settled. */
export function OrdersTab({ facts }: TabProps) {
  return facts.shows === 'mock'
    ? html`<${OrdersOfMock} />`
    : html`<${OrderList} factsOf=${() => undefined} />`
}

/** A mock can say what it has of each order. The mocks of a certification are not asked. */
function OrdersOfMock() {
  return html`<${OrderList} factsOf=${useOrderFacts()} />`
}

type OrderListProps = {
  readonly factsOf: (partner: string, partnerReference: string) => OrderFacts | undefined
}

function OrderList({ factsOf }: OrderListProps) {
  const orders = ordersIn(received.value.exchanges)
  if (orders.length === 0) return html`<p class="empty">No order has been created or asked for.</p>`
  const more = orders.length - MOST_ORDERS
  return html`<p class="quiet">${orders.length} orders, the latest first</p>
    <div class="cards">${orders.slice(0, MOST_ORDERS).map((order) => html`<${OrderCard} key=${`${order.partner} ${order.partnerReference}`} order=${order} facts=${factsOf(order.partner, order.partnerReference)} />`)}</div>
    ${more > 0 && html`<p class="quiet">And ${more} more: select one by its reference in the exchanges.</p>`}`
}

function OrderCard({ order, facts }: { order: OrderLife; facts: OrderFacts | undefined }) {
  const { partner, partnerReference, sku, exchanges, status } = order
  const undelivered = exchanges.filter(
    ({ delivery }) => delivery !== null && delivery.outcome !== 'delivered',
  )
  return html`<article class="card">
    <div class="card-head">
      <h2>${partnerReference}</h2><span>${sku}</span>${partner !== sku && html`<span class="quiet">${partner}</span>`}
      <span class="state">${status ?? 'no summary was answered'}${order.askFrom !== null && html`, <${Countdown} until=${order.askFrom} />`}</span>
    </div>
    <div dangerouslySetInnerHTML=${{ __html: timelineFigure(asScenario(order)).source }}></div>
    <p class="actions">
      ${exchanges.slice(-8).map((exchange) => html`<button type="button" class="seen" onClick=${() => showExchange(exchange.seq)}>#${exchange.seq} ${operationWord(exchange)}</button>`)}
    </p>
    ${facts !== undefined && html`<p>${facts.price}; balance ${facts.balanceBefore} before, ${facts.balanceAfter} after. In the mock it is <b>${facts.status}</b> now.</p>`}
    ${undelivered.length > 0 && html`<p class="quiet">${undelivered.length} of ${exchanges.length} answers did not arrive.</p>`}
  </article>`
}

/** The timeline is that of a report: the order is shown as a scenario. It escapes every text. */
function asScenario({ partnerReference, timeline, durationMs }: OrderLife): Shown {
  return {
    sku: partnerReference,
    durationMs,
    exit: null,
    timeline: timeline.slice(0, MOST_ENTRIES),
    omitted: Math.max(0, timeline.length - MOST_ENTRIES),
  }
}

/** From when an order may be asked for again. */
function Countdown({ until }: { until: number }) {
  const text = (now: number) => {
    const seconds = Math.ceil((until - now) / 1000)
    return seconds > 0 ? `ask again in ${seconds} s` : 'may be asked now'
  }
  return html`<${Clock} text=${text} />`
}
