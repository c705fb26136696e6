import { computed } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { droppedWords } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { timeOfDay } from '../../contract/wire/exchange-facts.ts'
import { duration } from '../../reporting/markup/phrasing.ts'
import { faultWords } from '../../reporting/text/timeline-lines.ts'
import { blame, headRow, openNeighbour } from '../parts/controls.ts'
import {
  answerOf,
  calls,
  dropped,
  type Filter,
  MOST_DRAWN,
  operationOf,
  selected,
  stateOf,
} from '../state/calls.ts'
import { brokenBy, chosen, nameOf } from '../state/keys.ts'
import { facts, filter, openCall } from '../state/view.ts'
import { CallPane } from './call-pane.ts'

const shown = computed(() => selected(calls.value.known, chosen.value, filter.value).toReversed())

export function CallsTab() {
  const { known, missing } = calls.value
  const open = known.find(({ seq }) => seq === openCall.value)
  const rest = [
    shown.value.length > MOST_DRAWN && `The latest ${MOST_DRAWN} are listed: filter to find an older one.`,
    missing > 0 && `${missing} more are in the journal alone.`,
    dropped.value !== null && droppedWords(dropped.value),
  ]
  return html`<${Filters} />
    <p class="counts"><span class="quiet" role="status">${countWords(shown.value.length, known.length)}</span>
      <a href="journal.jsonl" download="exchanges.jsonl">the journal as JSON</a></p>
    ${
      shown.value.length === 0
        ? html`<${Nothing} isFiltered=${known.length > 0} />`
        : html`<div class="split">
      <div class="list"><${CallTable} /></div>
      ${open !== undefined && html`<${CallPane} call=${open} />`}
    </div>`
    }
    <p class="quiet">${rest.filter(Boolean).join(' ')}</p>`
}

function countWords(count: number, all: number): string {
  return count === all ? `${all} calls, the latest first` : `${count} of ${all} calls, the latest first`
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return html`<p class="empty">No call matches the filter.</p>`
  const key = facts.auth.format.replace('{key}', 'pk_test_me')
  return html`<div class="empty">
    <p>Nothing has arrived yet. Call the mock, and the call appears here:</p>
    <pre><code>curl -s ${facts.baseUrl}/ping -H '${facts.auth.header}: ${key}'</code></pre>
  </div>`
}

function Filters() {
  const known = calls.value.known
  return html`<form class="controls" onSubmit=${(event: Event) => event.preventDefault()}>
    ${choice('operation', 'Operation', known.map(operationOf))}
    ${choice('answer', 'Answer', known.map(answerOf))}
    <label>Text <input type="search" value=${filter.value.text} onInput=${changed('text')} /></label>
  </form>`
}

function choice(name: keyof Filter, label: string, found: readonly string[]) {
  const values = [...new Set([...found, filter.value[name]])].filter((value) => value !== '').sort()
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

const HEADS = [
  ['time', 'Time'],
  ['answer', 'Answer'],
  ['operation', 'Operation'],
  ['order', 'Order and card'],
  ['state', 'State'],
  ['noticed', 'Noticed'],
  ['key', 'Partner'],
  ['took', 'Took'],
] as const

function CallTable() {
  const drawn = shown.value.slice(0, MOST_DRAWN)
  // The Tab key leads to one row, and the arrow keys to the others.
  const next = drawn.find(({ seq }) => seq === openCall.value) ?? drawn[0]
  return html`<table role="table" class="rows calls" aria-label="Calls, the latest first">
    ${headRow(HEADS)}
    <tbody role="rowgroup" onKeyDown=${openNeighbour}>${drawn.map((call) => callRow(call, call === next))}</tbody>
  </table>`
}

const rows = new WeakMap<Exchange, { readonly of: string; readonly row: VNode }>()

/** Most rows stay the same when a call comes: these are kept, and not compared cell by cell. */
function callRow(call: Exchange, isNext: boolean): VNode {
  const name = call.partner === null ? '' : nameOf(call.partner)
  const isOpen = call.seq === openCall.value
  const broken = (brokenBy.value.get(call.seq) ?? []).map(({ id }) => id)
  const of = [name, isOpen, isNext, ...broken].join()
  const known = rows.get(call)
  if (known?.of === of) return known.row
  const row = madeRow(call, name, isOpen, isNext)
  rows.set(call, { of, row })
  return row
}

function madeRow(call: Exchange, name: string, isOpen: boolean, isNext: boolean) {
  const { seq, at, order } = call
  const toggle = () => {
    openCall.value = isOpen ? null : seq
  }
  // The template has one element.
  return html`<tr key=${seq} role="row" class=${isOpen ? 'opened' : ''} onClick=${toggle}>
    <td role="cell" class="time">${timeOfDay(at)}</td>
    <td role="cell" class="answer ${toneOf(call)}">${answerOf(call)}</td>
    <th role="rowheader" scope="row" class="operation"><button type="button" class="open" aria-expanded=${isOpen} tabindex=${isNext ? 0 : -1}>${operationOf(call)}</button></th>
    <td role="cell" class="order">${order && html`<b>${order.partnerReference}</b> ${order.sku}`}</td>
    <td role="cell" class="state">${stateOf(call)}</td>
    <td role="cell" class="noticed">${blame(call)}${noticedIn(call)}</td>
    <td role="cell" class="key">${name}</td>
    <td role="cell" class="took">${tookWords(call)}</td>
  </tr>` as VNode
}

function toneOf(call: Exchange): string {
  const answer = answerOf(call)
  if (answer.startsWith('2')) return 'good'
  return answer.startsWith('4') ? 'refused' : 'failed'
}

function noticedIn({ fault, operation, nearMiss }: Exchange): string {
  if (fault !== null) return faultWords(fault, operation)
  return nearMiss?.differs[0] ?? ''
}

function tookWords({ arrivedMs, response, delivery }: Exchange): string {
  const end = delivery?.atMs ?? response?.answeredMs
  return end === undefined ? '' : duration(end - arrivedMs)
}
