import { html } from 'htm/preact'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange, NearMiss } from '../../contract/wire/exchange.ts'
import { failureOf } from '../../contract/wire/exchange-facts.ts'
import { faultWords } from '../../reporting/text/timeline-lines.ts'
import { curlOf } from '../curl.ts'
import { blame, CopyButton, factList, Pane } from '../parts/controls.ts'
import { operationOf } from '../state/calls.ts'
import { nameOf, setMark } from '../state/keys.ts'
import { facts, openCall, say } from '../state/view.ts'

export function CallPane({ call }: { call: Exchange }) {
  const { seq, partner, request, response, nearMiss } = call
  const failure = failureOf(call)
  const close = () => {
    openCall.value = null
  }
  const judgeFrom = (from: string) => {
    setMark(from, seq - 1)
    say(`${nameOf(from)} is judged from call #${seq} on.`)
  }
  return html`<${Pane} name=${`Call #${seq}: ${operationOf(call)}`} close=${close}>
    <p class="actions">
      <${CopyButton} label="Copy as curl" text=${() => curlOf(request, facts.baseUrl, facts.auth)} />
      ${partner !== null && html`<button type="button" onClick=${() => judgeFrom(partner)}>Judge from this call</button>`}
    </p>
    ${nearMiss !== null && html`<${NearMissNote} nearMiss=${nearMiss} />`}
    ${factsOf(call)}
    ${message('Request', linesOf(`${request.method} ${request.target}`, request.headers, request.body))}
    ${message(
      failure === null ? 'Response' : `Response, ${failure} on its way`,
      response && linesOf(String(response.status), response.headers, response.body),
    )}
  </${Pane}>`
}

function factsOf(call: Exchange) {
  const { at, partner, order, fault, operation } = call
  return factList([
    ['Breaks', blame(call)],
    ['Order', order && `${order.partnerReference}, ${order.sku}: ${order.effect}`],
    [
      'Fault',
      fault &&
        `${faultWords(fault, operation)}${fault.ordered === undefined ? '' : `, set as ${fault.ordered}`}`,
    ],
    ['Partner', partner === null ? 'none: the key was not accepted' : nameOf(partner)],
    ['Arrived', at],
  ])
}

function message(name: string, lines: string | null) {
  return html`<section aria-label=${name}><h3>${name}</h3>
    ${lines === null ? html`<p class="quiet">There is none.</p>` : html`<pre tabindex="0"><code>${lines}</code></pre>`}
  </section>`
}

function linesOf(start: string, headers: Readonly<Record<string, string>>, body: string | null): string {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [start, ...named, ...(body ? ['', legibleBody(body)] : [])].join('\n')
}

const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')

/** JSON over several lines, unless that would hide something, such as a repeated name. */
function legibleBody(body: string): string {
  const document = parseJson(body)
  if (document === undefined || withoutSpace(JSON.stringify(document)) !== withoutSpace(body)) return body
  return JSON.stringify(document, null, 2)
}

function NearMissNote({ nearMiss }: { nearMiss: NearMiss }) {
  const { operation, differs, clause, gap } = nearMiss
  const source = clause === null ? gap && `assumed: ${gap}` : `documented: ${clause}`
  return html`<section class="near-miss" aria-label="Near miss">
    <h3>Nearly ${operation}</h3>
    <ul>${differs.map((sentence) => html`<li>${sentence}</li>`)}</ul>
    ${source !== null && html`<p class="quiet">${source}</p>`}
  </section>`
}
