import { html } from 'htm/preact'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { timeOfDay } from '../../contract/wire/exchange-facts.ts'
import { blame, Countdown, clauseChip, headRow, openNeighbour, Pane } from '../parts/controls.ts'
import { answerOf, calls, operationOf, stateOf } from '../state/calls.ts'
import { brokenBy, type ClauseJudgement, key, nameOf, orders } from '../state/keys.ts'
import { type KeyOrders, type OrderFacts, type OrderView, ordersIn } from '../state/orders.ts'
import { openOrder, showCall } from '../state/view.ts'

const MOST_DRAWN = 200

export function OrdersTab() {
  const partner = key.value?.partner
  if (partner === undefined)
    return html`<p class="empty">No key has called yet. Buy a card with your client.</p>`
  const own = calls.value.known.filter((call) => call.partner === partner)
  const views = ordersIn(own, orders.value?.orders ?? [])
  const open = views.find(({ partnerReference }) => partnerReference === openOrder.value)
  const count = orders.value?.count ?? views.length
  return html`<p class="counts"><span>Orders of <b>${nameOf(partner)}</b>, the latest first</span>
      ${orders.value !== null && moneyLine(orders.value)}</p>
    ${
      views.length === 0
        ? html`<p class="empty">This partner has bought nothing yet.</p>`
        : html`<div class="split">
      <div class="list"><${OrderTable} views=${views.slice(0, MOST_DRAWN)} /></div>
      ${open !== undefined && html`<${OrderPane} view=${open} />`}
    </div>`
    }
    ${count > MOST_DRAWN && html`<p class="quiet">The latest ${MOST_DRAWN} of ${count} are listed.</p>`}`
}

const amount = (money: string) => money.split(' ')[0]

/** The sum that leads to the balance. The mock counts each part as it happens. */
function moneyLine({ money }: KeyOrders) {
  const { opening, toppedUp, bought, returned, available } = money
  return html`<span class="money">${amount(opening)} at first + ${amount(toppedUp)} topped up
    − ${amount(bought)} bought + ${amount(returned)} returned = <b>${available}</b></span>`
}

const HEADS = [
  ['order', 'Order and card'],
  ['known', 'The caller knows'],
  ['there', 'In the mock'],
  ['money', 'Balance'],
  ['noticed', 'Breaks'],
] as const

function OrderTable({ views }: { views: readonly OrderView[] }) {
  return html`<table role="table" class="rows orders" aria-label="Orders, the latest first">
    ${headRow(HEADS)}
    <tbody role="rowgroup" onKeyDown=${openNeighbour}>${views.map(
      (view) => html`<${OrderRow} key=${view.partnerReference} view=${view} />`,
    )}</tbody>
  </table>`
}

function OrderRow({ view }: { view: OrderView }) {
  const { partnerReference, sku, calls: about, known, facts, askFrom } = view
  const isOpen = openOrder.value === partnerReference
  const toggle = () => {
    openOrder.value = isOpen ? null : partnerReference
  }
  return html`<tr role="row" class=${isOpen ? 'opened' : ''} onClick=${toggle}>
    <th role="rowheader" scope="row" class="order"><button type="button" class="open" aria-expanded=${isOpen}>${partnerReference}</button> <span class="quiet">${sku}</span></th>
    <td role="cell" class="known"><b class=${known === null && facts !== undefined ? 'bad' : ''}>${known ?? unknownWords(about)}</b>
      ${askFrom !== null && html` <span class="quiet"><${Countdown} until=${askFrom} /></span>`}</td>
    <td role="cell" class="there"><b>${facts?.status ?? 'no such order'}</b></td>
    <td role="cell" class="money">${facts !== undefined && balanceWords(facts)}</td>
    <td role="cell" class="noticed">${brokenIn(about).map(clauseChip)}</td>
  </tr>`
}

function unknownWords(about: readonly Exchange[]): string {
  if (about.length === 0) return 'the calls are no longer listed'
  return about.some(({ delivery }) => delivery?.outcome === 'delivered')
    ? 'no status arrived'
    : 'nothing arrived'
}

function balanceWords({ balanceBefore, price, balanceAfter, returned }: OrderFacts) {
  return html`${amount(balanceBefore)} − ${amount(price)} = ${balanceAfter}
    ${returned !== null && html`<span class="returned">, then + ${returned} returned</span>`}`
}

/** Each clause once. */
function brokenIn(about: readonly Exchange[]): readonly ClauseJudgement[] {
  return [...new Set(about.flatMap(({ seq }) => brokenBy.value.get(seq) ?? []))]
}

function OrderPane({ view }: { view: OrderView }) {
  const { partnerReference, calls: about } = view
  const close = () => {
    openOrder.value = null
  }
  return html`<${Pane} name=${`Order ${partnerReference}`} close=${close}>
    <table class="life"><thead><tr><th scope="col">Time</th><th scope="col">Call</th><th scope="col">Answer</th></tr></thead>
      <tbody>${about.map((call) => html`<${LifeRow} key=${call.seq} call=${call} />`)}</tbody></table>
  </${Pane}>`
}

function LifeRow({ call }: { call: Exchange }) {
  return html`<tr>
    <td>${timeOfDay(call.at)}</td>
    <th scope="row"><button type="button" class="seen" onClick=${() => showCall(call.seq)}>${operationOf(call)}</button></th>
    <td>${[answerOf(call), stateOf(call)].filter(Boolean).join(', ')}
      <div>${blame(call)}</div></td>
  </tr>`
}
