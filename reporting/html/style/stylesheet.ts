import { BASE, PAGE, PALETTE } from './page.ts'
import { REQUESTS } from './requests.ts'

const CERTIFICATE = `
.scenario .facts { margin-top: .75rem; font-size: .9375rem; line-height: 1.6 }
.subject { margin-top: .375rem; font-size: 1.25rem; font-weight: 600 }
.next { margin-top: .5rem; max-width: 40rem }
.tally { margin-top: .75rem; color: var(--quiet) }
.not-tried { color: var(--quiet) }
.tally + .strip, .not-tried + .strip { margin-top: .5rem }
.digest { font-size: .8125rem }
.certified { margin-top: 1rem }
.certified dl { margin-top: .75rem; line-height: 1.55 }
.certified dl > div { padding: .0625rem 0; column-gap: .75rem }
.roll-title { margin-top: 1.25rem; font-weight: 600 }
.limits, .send { max-width: 44rem }
.send { margin-top: 1rem }
.title .detail { display: inline; margin-left: .375rem }
nav .scenarios { margin-top: 1rem }
.output { margin-top: .75rem; font-size: .9375rem }
.output .side { margin-top: .5rem }
.output pre { max-height: 24rem; overflow-y: auto; padding: .5rem .75rem; background: var(--tint); border-radius: 4px }
@media screen and (min-width: 48rem) { .certified dl > div { grid-template-columns: 13.5rem minmax(0, 1fr) } }
@media screen and (max-width: 75rem) { .certificate ~ nav { display: none } }
@media print {
  .certificate { break-after: page; margin-top: 0 }
  .certificate .next { display: none }
  .certificate .roll { columns: 4; font-size: 7pt; margin-top: 1mm }
  .certificate .roll-title { margin-top: 2mm }
  .certified { margin-top: 2mm; font-size: 8pt }
  .certified dl { margin-top: 2mm; line-height: 1.3 }
  .certified dl > div { grid-template-columns: 15rem 1fr }
  .certificate .roll li { line-height: 1.1; padding: 0 }
  .certificate .lead, .certificate .subject { font-size: 11pt }
  .certificate .tally { font-size: 9pt; margin-top: 1mm }
  .limits, .send { max-width: none }
  .digest { font-size: 6.5pt }
  .send { margin-top: 2mm }
  .certified > summary { display: none }
  .output pre { max-height: none }
}
`

/** Requests and responses side by side, folded until someone asks for them. */
const EVIDENCE = `
.evidence { margin-top: .25rem }
summary { width: fit-content; cursor: pointer; color: var(--quiet) }
summary:hover { color: var(--text); text-decoration: underline; text-underline-offset: .2em }
.exchanges { margin-left: calc(-1 * var(--mark)) }
.exchanges > li { margin-top: 1.25rem }
.when { display: flex; flex-wrap: wrap; column-gap: .75rem; color: var(--quiet); font-size: .875rem }
.when b { color: var(--text) }
.wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .5rem 1rem; align-items: start; margin-top: .25rem }
.side { color: var(--quiet); font-size: .8125rem }
.wire pre, .wire .none { padding: .75rem .875rem; background: var(--tint); border-radius: 4px }
pre { white-space: pre-wrap; tab-size: 2; font-size: .8125rem; line-height: 1.5 }
pre b { font-weight: 600 }
.field { color: var(--quiet) }
.order { margin-top: .375rem; font-size: .875rem }
@media screen and (max-width: 40rem) { .exchanges { margin-left: 0 } }
`

/** On paper: what is folded stays away, but for the line that names it; what belongs together stays on one page. */
const PRINT = `
@media print {
  @page { margin: 15mm 15mm }
  html { font-size: 9.5pt }
  body { max-width: none; padding: 0 }
  body > footer { margin-top: 6mm }
  .skip, nav, .copy { display: none }
  section { margin-top: 2rem }
  article, .item { margin-top: 1rem; padding-top: 1rem }
  h2, h3, .title, .when, summary { break-after: avoid }
  .clause .message, .item, .fold > summary, .checks li > div > p, tr, blockquote, dl.lesson { break-inside: avoid }
  details:not([open]):not(.keep) { display: none }
  .fold > summary { padding: .125rem 0; break-after: auto }
  .fold > summary::after { content: none }
  .fold[open] > summary { break-after: avoid }
  .paper > :not(summary) { display: block }
  .paper::details-content { content-visibility: visible; block-size: auto; display: block }
  .exchanges { font-size: .8125rem }
  .exchanges pre { font-size: .6875rem; padding: 0; background: none }
  summary { list-style: none }
  summary::-webkit-details-marker { display: none }
}
`

/** Verdicts in one column and what they are about in the next, from the first clause to the last assumption. */
const VERDICT_COLUMNS = `
.shape { flex: none; width: 1em; height: 1em; vertical-align: -.125em; overflow: visible }
.shape .ink { fill: none; stroke: var(--ground); stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round }
.shape .line { fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round }
span.verdict { font-size: .9375rem; font-weight: 600; white-space: nowrap }
span.verdict .shape { margin-right: .5em }

.ledger { display: grid; grid-template-columns: var(--mark) minmax(0, 1fr) }
.ledger > .mark { grid-column: 1; grid-row: 1 }
.ledger > :not(.mark) { grid-column: 2 }
.meta { font-size: .9375rem }
.meta, .rests, .detail { color: var(--quiet) }
.message { white-space: pre-line }
.cut, .none { color: var(--quiet) }

.name { font-weight: 600 }
h3 { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .625rem; font-size: 1.125rem; line-height: 1.4 }
.name .meta, h3 .meta { font-weight: 400 }
.item { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--rule) }
.item .message, .clause .message { margin-top: .5rem }
.advice { margin-top: .5rem }
.mark + .advice, .item > .advice { margin-top: 0 }
.advice::before { content: "→ "; content: "→ " / ""; color: var(--quiet) }

article { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--rule) }
article:target { box-shadow: inset 0 3px 0 var(--text) }
h3 a { text-decoration: none }
h3 a:hover { text-decoration: underline }
.statement { margin-top: .25rem }
.statement::first-letter { text-transform: uppercase }
blockquote { margin-top: .375rem; padding-left: 1rem; border-left: 2px solid var(--rule); color: var(--quiet); font-size: .9375rem }
blockquote p + p { margin-top: .375rem }
cite { font-style: normal }
.excuse { margin-top: .75rem }
dl.lesson { --mark: 7.5rem; margin-top: .625rem; line-height: 1.5 }
dl.lesson > div { padding: .1875rem 0 }
.lesson .remedy dd { font-weight: 600 }
.lesson .code pre { padding: .25rem .5rem; background: var(--tint); border-radius: 4px; overflow-x: auto; white-space: pre-wrap }
.lesson .command dd { display: flex; flex-wrap: wrap; gap: .375rem; align-items: start }
.lesson .command code { flex: 1 1 20rem; padding: .25rem .5rem; background: var(--tint); border-radius: 4px; white-space: pre-wrap }

.checks { --mark: 7.5rem; margin-top: .625rem; font-size: .9375rem }
.each { margin-top: .625rem; font-size: .9375rem }
.unseen-clause { margin-top: .75rem }
.unseen-clause .checks { margin-top: .125rem }
h4 { margin: 0; font-size: 1rem }
h4 .meta { font-weight: 400 }
.places { margin-top: .125rem; color: var(--quiet); font-size: .9375rem }
.places a { margin-right: .5rem }
.more { display: inline }
.more[open] { display: block }
.more > summary { display: inline }

.fold { border-top: 1px solid var(--rule) }
.fold:last-of-type { border-bottom: 1px solid var(--rule) }
section > h2 + .fold { margin-top: 1rem }
.fold > summary { display: grid; grid-template-columns: var(--mark) minmax(0, 1fr) 1rem; width: auto; padding: .4375rem 0; color: var(--text); list-style: none }
.fold > summary::-webkit-details-marker { display: none }
.fold > summary::after { content: "+"; content: "+" / ""; color: var(--quiet); text-align: right }
.fold[open] > summary::after { content: "−"; content: "−" / "" }
.fold > summary:hover { text-decoration: none; background: var(--tint) }
.fold h3 { display: inline; font-size: 1rem }
.fold .what .detail { display: inline; margin-left: .375rem }
.fold .what b { font-size: .875rem; font-weight: 600 }
.fold .what b.broken { color: var(--red) }
.fold .what b.warning { color: var(--amber) }
.fold > .inside { padding: .25rem 0 1.5rem var(--mark); scroll-margin-top: 4rem }
.fold > .inside:target { box-shadow: inset 0 3px 0 var(--text) }
.scenario > .inside { padding-left: 0 }
.roll { columns: 15rem; column-gap: 1.5rem; margin-top: .375rem; font-size: .9375rem }
.roll li { break-inside: avoid; padding: .0625rem 0 }
.roll .verdict .shape { margin-right: .5em }
.unseen-cause { margin-top: 1.25rem }
.checks li.ledger { margin-top: 1rem }
.checks .mark .verdict { font-weight: 400 }
.checks .message { margin-top: .125rem }
.checks li:target .title { text-decoration: underline }
.rests { margin-top: .125rem }
.rests a { color: inherit }
.rests .verdict { font-size: inherit; font-weight: 400; margin-left: .25rem }

table { width: 100%; margin-top: 1.5rem; border-collapse: collapse; table-layout: fixed; text-align: left }
th, td { padding: .75rem 1rem .75rem 0; vertical-align: top; font-weight: 400; border-bottom: 1px solid var(--rule) }
thead th { color: var(--quiet); font-size: .875rem; padding-top: 0 }
th:first-child, td:first-child { width: var(--mark) }
th:last-child, td:last-child { width: 13rem; padding-right: 0 }
td .meta { display: block }
tbody th span.name, .detail, th .message { display: block }
th .message { font-size: .9375rem; margin-top: .125rem }
tr:target { background: var(--tint) }

@media screen and (max-width: 40rem) {
  body { --mark: 100% }
  section { margin-top: 2rem }
  h1 { font-size: 2rem }
  .lead { font-size: 1.0625rem; margin-top: .5rem }
  #attention { margin-top: 1.25rem }
  dl > div { grid-template-columns: 6rem minmax(0, 1fr) }
  dl.lesson > div { grid-template-columns: minmax(0, 1fr) }
  dl.lesson dt { font-size: .875rem }
  .fold > .inside { padding-left: 0 }
  .fold > summary { display: block; position: relative; padding: .3125rem 1.25rem .3125rem 0 }
  .fold > summary::after { position: absolute; top: .3125rem; right: 0 }
  .fold > summary > .mark { margin-right: .25rem }
  .fold .what .detail { margin-left: 0 }
  .ledger { display: flex; flex-direction: column }
  .ledger > .mark { order: -1; margin-bottom: .25rem }
  table, tbody, tr, th, td { display: block }
  thead { position: absolute; clip-path: inset(50%) }
  tr { padding: .875rem 0; border-bottom: 1px solid var(--rule) }
  th, td, th:last-child, td:last-child { width: auto; padding: 0; border: 0 }
  td .meta { display: inline }
}
`

export const STYLESHEET = [PALETTE, BASE, PAGE, VERDICT_COLUMNS, EVIDENCE, PRINT].join('')

export const CERTIFICATE_STYLESHEET = [STYLESHEET, CERTIFICATE, REQUESTS].join('')
