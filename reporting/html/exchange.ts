import type { Report } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { html, type Markup } from '../markup/markup.ts'
import { CUT, duration, excerpt, instant } from '../markup/phrasing.ts'
import { curlOf, MOCK_ADDRESS, shellText } from './curl.ts'

/** The exchanges that decided a check, collapsed, in the order of their requests. */
export function evidence(exchanges: readonly Exchange[], { kind, target }: Report): Markup | null {
  if (exchanges.length === 0) return null
  const baseUrl = kind === 'verify' ? shellText(target.baseUrl) : MOCK_ADDRESS
  const inTime = exchanges.toSorted((one, other) => one.arrivedMs - other.arrivedMs || one.seq - other.seq)
  return html`<details class="evidence">
<summary>Evidence: ${counted(exchanges.length, 'exchange')}</summary>
<ol class="exchanges">${inTime.map((exchange, index) => exchangeItem(exchange, inTime[index - 1], baseUrl))}</ol>
</details>`
}

function exchangeItem(exchange: Exchange, previous: Exchange | undefined, baseUrl: string): Markup {
  const { seq, at, operation, request, partner } = exchange
  const about = [
    ...(operation === null ? [] : [operation]),
    ...(partner === null ? [] : [html`partner <bdi>${partner}</bdi>`]),
    html`<time datetime="${at}">${instant(at)}</time>`,
    ...(previous === undefined ? [] : [pauseBetween(previous, exchange)]),
  ]
  return html`
<li>
<p class="when"><b>#${seq}</b> ${about.map((one) => html`<span>${one}</span> `)}<span data-copy="${curlOf(exchange, baseUrl)}" data-as="Copy as curl"></span></p>
<div class="wire">
${message('Request', `${request.method} ${request.target}`, request.headers, request.body)}
${response(exchange)}
</div>${orderLine(exchange)}
</li>`
}

function response({ arrivedMs, response }: Exchange): Markup {
  if (response === null)
    return html`<div><p class="side">Response</p><p class="none">No response was received.</p></div>`
  const took = `Response after ${duration(Math.max(0, response.answeredMs - arrivedMs))}`
  return message(took, String(response.status), response.headers, response.body)
}

function message(
  side: string,
  startLine: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Markup {
  const fields = Object.entries(headers).map(
    ([name, value]) => html`\n<span class="field">${name}: ${value}</span>`,
  )
  const content = body === null || body === '' ? null : html`\n\n${bodyText(body)}`
  return html`<div><p class="side">${side}</p><pre><b>${startLine}</b>${fields}${content}</pre></div>`
}

/** The time from the answer to one request until the next request: the poll interval. */
function pauseBetween(previous: Exchange, next: Exchange): string {
  const answered = previous.response?.answeredMs
  if (answered !== undefined && answered <= next.arrivedMs) {
    return `${duration(next.arrivedMs - answered)} after the answer to #${previous.seq}`
  }
  const since = `${duration(next.arrivedMs - previous.arrivedMs)} after request #${previous.seq}`
  return answered === undefined ? `${since}, which got no answer` : `${since}, before its answer`
}

function orderLine({ order }: Exchange): Markup | null {
  if (order === null) return null
  const { effect, partnerReference, sku } = order
  return html`<p class="order">Order at the server: ${effect}, <code>${partnerReference}</code>, <code>${sku}</code></p>`
}

const CHARACTERS = 4_000
const LINES = 40

const DEEPEST = 16

export function bodyText(body: string): Markup {
  const { text, isCut } = excerpt(reindented(body), CHARACTERS, LINES)
  return html`${text}${isCut ? html`\n${CUT}` : null}`
}

/** What lays JSON out, and its strings, in which nothing does. */
const LAYOUT = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g

/**
 * JSON with a member on each line; other text unchanged. It changes only white space: duplicate
 * names, and numbers longer than a double, stay as they were sent.
 */
export function reindented(body: string): string {
  if (!/^\s*[{[]/.test(body) || parseJson(body) === undefined) return body
  let depth = 0
  const newLine = (change = 0) => {
    depth += change
    return `\n${'  '.repeat(Math.min(depth, DEEPEST))}`
  }
  return body.replaceAll(LAYOUT, (found) => {
    if (found.startsWith('"')) return found
    const sign = found.replaceAll(/\s/g, '')
    if (sign === '{' || sign === '[') return sign + newLine(1)
    if (sign === '}' || sign === ']') return newLine(-1) + sign
    return sign === ',' ? sign + newLine() : sign.replace(':', ': ')
  })
}
