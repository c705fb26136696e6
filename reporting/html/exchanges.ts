import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { html, type Markup } from '../markup/markup.ts'
import { CUT, excerpt } from '../markup/phrasing.ts'

/** If more exchanges decided a check, only the last ones are shown. All of them are in report.json. */
const MOST = 4

const CHARACTERS = 4_000
const LINES = 40

/** The last requests and answers that decided a check, with headers and bodies, folded. */
export function wholeExchanges(exchanges: readonly Exchange[]): Markup | null {
  if (exchanges.length === 0) return null
  return html`<details><summary>What was sent, and what came back</summary>
${exchanges.slice(-MOST).map(pair)}
</details>`
}

function pair({ request, response }: Exchange): Markup {
  const answer =
    response === null
      ? html`<pre>No answer was received.</pre>`
      : message(String(response.status), response.headers, response.body)
  return html`<div class="wire">
${message(`${request.method} ${request.target}`, request.headers, request.body)}
${answer}
</div>`
}

function message(start: string, headers: Readonly<Record<string, string>>, body: string | null): Markup {
  const fields = Object.entries(headers).map(
    ([name, value]) => html`\n<span class="quiet">${name}: ${value}</span>`,
  )
  const content = body === null || body === '' ? null : html`\n\n${bodyText(body)}`
  return html`<pre tabindex="0"><b>${start}</b>${fields}${content}</pre>`
}

function bodyText(body: string): Markup {
  const { text, isCut } = excerpt(laidOut(body), CHARACTERS, LINES)
  return html`${text}${isCut ? html`\n${CUT}` : null}`
}

/**
 * Formats JSON with a member on each line. A body that JSON.stringify would not reproduce exactly stays as it was sent.
 */
function laidOut(body: string): string {
  const value = /^\s*[{[]/.test(body) ? parseJson(body) : undefined
  if (value === undefined || JSON.stringify(value) !== body) return body
  return JSON.stringify(value, null, 2)
}
