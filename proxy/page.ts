import type { Exchange } from '../contract/wire/exchange.ts'
import { durationMsOf, orderStatusOf } from '../contract/wire/exchange-facts.ts'
import { ORDERED_FAULT_NAMES } from '../contract/wire/ordered-fault.ts'
import { html, Markup } from '../reporting/markup/markup.ts'

export type ShownClause = { readonly id: string; readonly verdict: string; readonly message: string | null }

type KeyView = {
  readonly partner: string
  readonly digest: string
  readonly exchanges: number
  readonly clauses: readonly ShownClause[]
}

type PageView = Record<'baseUrl' | 'mode', string> & {
  readonly maxPurchases: number
  readonly spent: number
  readonly failure: string | null
  /** Shows that a form is the page's own. */
  readonly token: string
  readonly keys: readonly KeyView[]
  readonly service: readonly ShownClause[]
  readonly exchanges: readonly Exchange[]
}

const MOST_SHOWN = 100
const STYLE =
  'body{font:14px/1.5 system-ui;margin:2rem;color-scheme:light dark}table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #8884}.broken{color:#c33}.kept{color:#292}'

/** The page of a proxy: what each key did, what the service answered, and a form that orders a fault. No script runs in it. */
export function pageOf(view: PageView): string {
  const { baseUrl, mode, maxPurchases, spent, failure, keys, service, exchanges } = view
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Partner Purchase proxy</title><link rel="icon" href="data:,"><style>${new Markup(STYLE)}</style></head><body>
<h1>Partner Purchase proxy</h1>
<p>Passes requests on to ${baseUrl}, mode ${mode}. ${spent} of at most ${maxPurchases} purchases have been passed on.
Balance, catalogue and rate limits are those of the real key. <a href="journal.har">All exchanges as HAR</a> · <a href="">Show again</a></p>
${failure && html`<p class="broken">The recording ends here, and nothing is passed on any more: ${failure}</p>`}
<h2>The service</h2>${clauses(service)}
${keys.map((key) => keySection(key, view.token))}
<h2>The last exchanges</h2>
<table><tr><th>Time</th><th>Key</th><th>Request</th><th>The client got</th><th>The service answered</th><th>ms</th><th>Fault</th><th>Order</th></tr>
${exchanges.slice(-MOST_SHOWN).toReversed().map(row)}</table></body></html>`.source
}

function keySection({ partner, digest, exchanges, clauses: own }: KeyView, token: string): Markup {
  return html`<h2>${partner}, ${exchanges} exchanges</h2>${clauses(own)}
<form method="post" action="next"><input type="hidden" name="token" value="${token}"><input type="hidden" name="key" value="${digest}">
Order <select name="fault" aria-label="Fault">${ORDERED_FAULT_NAMES.map((name) => html`<option>${name}</option>`)}</select> for <select name="on" aria-label="Operation"><option>purchase</option><option>lookup</option></select>
number <input name="at" type="number" min="1" max="1000" value="1" aria-label="Number" size="4"> from now on <button>Order</button></form>`
}

function clauses(all: readonly ShownClause[]): Markup {
  const seen = all.filter(({ verdict }) => verdict === 'kept' || verdict === 'broken')
  if (seen.length === 0) return html`<p>No clause was seen yet.</p>`
  return html`<table>${seen.map(
    ({ id, verdict, message }) =>
      html`<tr><td>${id}</td><td class="${verdict}">${verdict}</td><td>${verdict === 'broken' ? message : null}</td></tr>`,
  )}</table>`
}

function row(exchange: Exchange): Markup {
  const { at, partner, request, response, delivery, upstream, fault, order } = exchange
  const isHeard = delivery === null || delivery.outcome === 'delivered'
  const cells = [
    at.slice(11, 23),
    partner,
    `${request.method} ${request.target.slice(0, LONGEST)}`,
    isHeard ? `${response?.status ?? '…'} ${orderStatusOf(exchange) ?? ''}` : delivery.outcome,
    upstream === undefined ? 'not passed on' : (upstream.failure ?? upstream.response?.status ?? '…'),
    durationMsOf(exchange) ?? null,
    fault && `${fault.ordered ?? fault.does}, ${fault.at}`,
    order && `${order.partnerReference} ${order.sku} ${order.effect}`.slice(0, LONGEST),
  ]
  return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
}

const LONGEST = 300
