import { PAGE, PALETTE } from './page.ts'
import { TIMELINE } from './timeline.ts'
import { VERDICT_COLUMNS } from './verdict-columns.ts'

/** What a certification says beside a contract suite: the certificate. */
const CERTIFICATE = `
.subject { margin-top: .375rem; font-size: 1.25rem; font-weight: 600 }
.next { margin-top: .5rem; max-width: 40rem }
.tally { margin-top: .75rem; color: var(--quiet) }
.tally + .strip { margin-top: .5rem }
.digest { font-size: .8125rem }
.certified { margin-top: 1rem }
.certified dl { margin-top: .75rem; line-height: 1.55 }
.certified dl > div { padding: .0625rem 0; column-gap: .75rem }
.roll-title { margin-top: 1.25rem; font-weight: 600 }
.issuer, .send { max-width: 44rem }
.send { margin-top: 1rem }
.title .detail { display: inline; margin-left: .375rem }
nav .scenarios { margin-top: 1rem }
.output { margin-top: .75rem; font-size: .9375rem }
.output .side { margin-top: .5rem }
.output pre { max-height: 24rem; overflow-y: auto; padding: .5rem .75rem; background: var(--tint); border-radius: 4px }
@media screen and (max-width: 75rem) { .certificate ~ nav { display: none } }
@media print {
  .certificate { break-after: page; margin-top: 0 }
  .alone .certificate { break-after: auto }
  .certificate .next { display: none }
  .certificate .roll { columns: 4; font-size: 7pt; margin-top: 1mm }
  .certificate .roll-title { margin-top: 2mm }
  .certified { margin-top: 2mm; font-size: 8pt }
  .certified dl { margin-top: 2mm; line-height: 1.3 }
  .certified dl > div { grid-template-columns: 15rem 1fr }
  .certificate .roll li { line-height: 1.1; padding: 0 }
  .certificate .lead, .certificate .subject { font-size: 11pt }
  .certificate .tally { font-size: 9pt; margin-top: 1mm }
  .issuer, .send { max-width: none }
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
  .skip, nav, .controls, .copy { display: none }
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

/** All of the page's style. It loads nothing. */
export const STYLESHEET = [PALETTE, PAGE, VERDICT_COLUMNS, EVIDENCE, PRINT].join('')

/** The style of a certification's page: the same, and what only such a page has. */
export const CERTIFICATE_STYLESHEET = [STYLESHEET, CERTIFICATE, TIMELINE].join('')
