import { html } from 'htm/preact'
import type { Exchange, NearMiss } from '../../contract/wire/exchange.ts'
import { failureOf, traceOf } from '../../contract/wire/exchange-facts.ts'
import { faultWords } from '../../reporting/text/timeline-lines.ts'
import { curlOf, shellText } from '../curl.ts'
import { CopyButton, factList } from '../parts/controls.ts'
import { commandKey } from '../parts/hooks.ts'
import { reindented } from '../reindented.ts'
import { facts, sendPurchase, userKey } from '../state/facts.ts'
import { keys } from '../state/keys.ts'
import { compared } from '../state/shown.ts'

/** The header in which the mock names the assumptions that an answer rests on. */
const ASSUMPTIONS = 'mock-assumptions'

export function ExchangeDetail({ exchange }: { exchange: Exchange }) {
  const { nearMiss } = exchange
  const other = compared.value?.seq === exchange.seq ? null : compared.value
  return html`<div class="detail">
    ${nearMiss !== null && html`<${NearMissNote} nearMiss=${nearMiss} />`}
    ${
      other === null
        ? html`<div class="sides">${sidesOf(exchange)}</div>`
        : html`<p class="quiet">#${other.seq} beside #${exchange.seq}: what differs is marked.</p>
          <div class="sides compared">${sidesOf(other, exchange)}${sidesOf(exchange, other)}</div>`
    }
    ${factsOf(exchange)}
    <p class="actions">
      <button type="button" aria-pressed=${compared.value !== null} onClick=${() => {
        compared.value = compared.value === null ? exchange : null
      }}>${compared.value === null ? 'Compare with another' : `Beside #${compared.value.seq}`}</button>
      <${CopyButton} label="Copy as curl" text=${() => curlOf(exchange, shellText(facts.baseUrl), facts.auth)} />
      ${exchange.operation === 'createOrder' && html`<${PurchaseActions} exchange=${exchange} />`}
    </p>
  </div>`
}

/** The request and the answer of an exchange; beside another one, with the lines marked that this one alone has. */
function sidesOf(exchange: Exchange, beside?: Exchange) {
  const { request, response } = exchange
  const failure = failureOf(exchange)
  const of = beside === undefined ? '' : ` of #${exchange.seq}`
  const way = failure === null ? '' : `, ${failure} on its way`
  return html`${sideOf(`Request${of}`, requestLines(request), beside && requestLines(beside.request))}
    ${sideOf(`Response${of}${way}`, responseLines(response), beside && responseLines(beside.response))}`
}

function sideOf(name: string, lines: readonly string[], others: readonly string[] = lines) {
  const shown = lines.map((line) => (others.includes(line) ? line : html`<mark>${line}</mark>`))
  return html`<section aria-label=${name}>
    <h2 class="small">${name}</h2>
    ${lines.length === 0 ? html`<p class="quiet">None so far.</p>` : html`<pre tabindex="0"><code>${shown.flatMap((line) => [line, '\n'])}</code></pre>`}
  </section>`
}

function requestLines({ method, target, headers, body }: Exchange['request']): readonly string[] {
  return linesOf(`${method} ${target}`, headers, body)
}

function responseLines(response: Exchange['response']): readonly string[] {
  return response === null ? [] : linesOf(String(response.status), response.headers, response.body)
}

function linesOf(start: string, headers: Record<string, string>, body: string | null): readonly string[] {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [start, ...named, ...(body ? ['', ...reindented(body).split('\n')] : [])]
}

function NearMissNote({ nearMiss }: { nearMiss: NearMiss }) {
  const { operation, differs, clause, gap } = nearMiss
  const source = clause === null ? gap && `assumed: ${gap}` : `documented: ${clause}`
  return html`<section class="near-miss" aria-label="Near miss">
    <h2 class="small">Nearly ${operation}</h2>
    <ul>${differs.map((sentence) => html`<li>${sentence}</li>`)}</ul>
    ${source !== null && html`<p class="quiet">${source}</p>`}
  </section>`
}

function factsOf(exchange: Exchange) {
  const { seq, at, partner, order, fault, operation, response } = exchange
  const trace = traceOf(exchange)
  const assumptions = Object.entries(response?.headers ?? {}).find(
    ([name]) => name.toLowerCase() === ASSUMPTIONS,
  )?.[1]
  return factList([
    ['Exchange', `#${seq}, ${at}`],
    ['Partner', partner ?? 'none: the key was not accepted'],
    ['Order', order && `${order.partnerReference}, ${order.sku}: ${order.effect}`],
    [
      'Fault',
      fault &&
        `${faultWords(fault, operation)}${fault.ordered === undefined ? '' : `, ordered as ${fault.ordered}`}`,
    ],
    ['Rests on assumptions', assumptions],
    ['Trace', trace && `${trace.traceId}, span ${trace.spanId}`],
  ])
}

function PurchaseActions({ exchange }: { exchange: Exchange }) {
  const of = keys.value.find(({ partner }) => partner === exchange.partner)
  const lose = () => {
    const done = `The answer to the next purchase of ${exchange.partner} is lost.`
    return commandKey('next', { key: of?.digest, fault: 'lost-after' }, done)
  }
  return html`
    <button type="button" onClick=${() => sendPurchase(exchange.request.body ?? '')}>Send it again as ${userKey.value}</button>
    ${of !== undefined && html`<button type="button" onClick=${lose}>Lose the next answer</button>`}`
}
