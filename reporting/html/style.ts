import { BASE, PALETTE } from './palette.ts'

/** One scale of font sizes and one of distances. Nothing on the page uses others. */
const SCALES = `
:root {
  --small: .8125rem; --normal: .9375rem; --large: 1.125rem; --huge: 2.25rem;
  --s1: .25rem; --s2: .5rem; --s3: 1rem; --s4: 1.5rem; --s5: 2.5rem;
}
`

const PAGE = `
body { margin: 0 auto; padding: var(--s3) var(--s4) var(--s5); max-width: 72rem; font-size: var(--normal); line-height: 1.45; overflow-wrap: break-word }
code, bdi, pre, cite, time { unicode-bidi: isolate }
code, pre { font-size: var(--small) }
a { text-decoration-color: var(--quiet) }
h1, h2, h3 { line-height: 1.3; font-weight: 600 }
h1 { display: flex; align-items: center; gap: .3em; font-size: var(--huge); line-height: 1.1; letter-spacing: -.02em }
h1 > span::first-letter { text-transform: uppercase }
h1 .shape { width: .8em; height: .8em }
h2, .panel > summary { font-size: var(--large); font-weight: 600 }
summary h2 { display: inline }
.over, .quiet, dt, cite { color: var(--quiet); font-style: normal }
.small { font-size: var(--small) }
.subject { margin-top: var(--s2); font-size: var(--large); font-weight: 600 }
@media screen { .subject { overflow: hidden; white-space: nowrap; text-overflow: ellipsis } }
.lead, .tally { margin-top: var(--s1) }
.over { margin-bottom: var(--s2) }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--s1) var(--s3); margin-top: var(--s2) }
dl > div { display: contents }
section { margin-top: var(--s3) }
main > .first { margin-top: 0 }
.remark { margin-top: var(--s1) }
`

/** A verdict has a shape, a word and a colour. Each of them alone is enough to recognise it. */
const VERDICTS = `
.shape { flex: none; width: 1em; height: 1em; vertical-align: -.125em; overflow: visible }
.shape .ink { fill: none; stroke: var(--ground); stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round }
.shape .line { fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round }
span.verdict { font-weight: 600; white-space: nowrap }
span.verdict .shape { margin-right: .5em }
.warning { --accent: var(--amber) }
`

/** Clauses and scenarios are lists of rows with the same columns. */
const ROWS = `
summary { cursor: pointer }
summary:hover, a.row:hover { background: var(--tint) }
.rows { border-top: 1px solid var(--rule) }
.rows > li { border-bottom: 1px solid var(--rule) }
.row { display: grid; grid-template-columns: 8.5rem 16rem minmax(0, 1fr) 9rem 8.5rem; column-gap: var(--s3); align-items: baseline; padding: var(--s1) 0; color: inherit; text-decoration: none; list-style: none }
.row::-webkit-details-marker { display: none }
.row .id { font-weight: 600; overflow: hidden; text-overflow: ellipsis }
.row .text { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.row .text, .row .count { color: var(--quiet) }
.row .count:empty, .row .lost:empty { display: none }
.row .text:has(+ .count:empty) { grid-column: 3 / -1 }
.row .count, .row .lost { text-align: right; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.row .lost { font-weight: 600; color: var(--red) }
.rows .inside { padding: var(--s1) 0 var(--s3) 9.5rem }
.rows .scenario > .inside { padding-left: 0 }

.panel { margin-top: var(--s2); padding: var(--s2) var(--s3); border: 1px solid var(--rule); border-left: .25rem solid var(--accent, var(--rule)); border-radius: 4px }
.panel[open] { padding-bottom: var(--s3) }
.panel .meta { font-size: var(--normal); font-weight: 400; color: var(--quiet) }
.panel > summary > * { margin-right: var(--s2) }
.inside { scroll-margin-top: 3rem }
.inside > * + * { margin-top: var(--s2) }
.inside > * + details, .inside > * + .rests { margin-top: var(--s1) }
blockquote { margin: var(--s2) 0 0; padding-left: var(--s3); border-left: 2px solid var(--rule) }
.message { white-space: pre-line }
.remedy dd { font-weight: 600 }
.command code { user-select: all }
pre { padding: var(--s2) var(--s3); background: var(--tint); border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto }
.names li { display: inline-block; margin-right: var(--s3) }
.wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: var(--s2) var(--s3); margin-top: var(--s2) }
`

const TABLES = `
table { width: 100%; line-height: 1.35; border-collapse: collapse; text-align: left; font-size: var(--small) }
th, td { padding: .125rem var(--s3) .125rem 0; border-top: 1px solid var(--rule); vertical-align: top; font-weight: 400 }
thead th { border-top: 0; color: var(--quiet) }
.at, .who, .wait, .row .id { white-space: nowrap }
.at, .who { color: var(--quiet) }
tr.network > *, tr.network .who { color: var(--amber) }
tr.broken > * { border-top: 1px solid var(--red); border-bottom: 1px solid var(--red) }
.timeline b { display: block; font-weight: 600; color: var(--amber) }
.timeline b.broken { color: var(--red) }
.timeline .wait { padding-right: 0; width: 13rem }
.wait > div { display: flex; align-items: center; gap: var(--s2) }
.wait .asks { flex: 0 0 2.5rem }
.bar { position: relative; flex: 1; height: .5rem; overflow: hidden }
.bar i { position: absolute; top: 0; height: 100%; left: min(var(--at) * 1%, 100% - 3px); width: max(3px, var(--long) * 1%); background: var(--blue); border-radius: 1px }
.bar .asked { background: repeating-linear-gradient(90deg, var(--quiet) 0 2px, transparent 2px 5px); height: 50%; top: 25% }
tr.broken .bar i:not(.asked) { background: var(--red) }
tr.network .bar i { background: var(--amber) }
.whole, .answer code, .answers th, .answers td, dl code { overflow-wrap: anywhere }
.answers tr:target { background: var(--tint) }
`

const TELEPHONE = `
@media screen and (max-width: 48rem) {
  body { padding: var(--s3) var(--s3) var(--s4) }
  h1 { font-size: 1.75rem }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0 }
  dd { margin-bottom: var(--s1) }
  .first dl { grid-template-columns: max-content minmax(0, 1fr); gap: 0 var(--s3) }
  .row { grid-template-columns: 1.25rem minmax(0, 1fr) max-content; column-gap: var(--s2) }
  .row .text { display: none }
  .row .verdict > span { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  .row .count { font-size: var(--small) }
  .row .lost { font-size: var(--small) }
  .row .count:has(+ .lost:not(:empty)) { display: none }
  .row { padding: .125rem 0 }
  .first dl { font-size: var(--small) }
  .rows .inside { padding-left: 1.75rem }
  .panel { padding: var(--s2) }
  table, tbody, tr, th, td { display: block }
  thead { position: absolute; clip-path: inset(50%) }
  tr { padding: var(--s1) 0; border-top: 1px solid var(--rule) }
  tr.broken { border-top-color: var(--red); border-bottom: 1px solid var(--red) }
  tr > th, tr > td { padding: 0; border: 0 !important }
  .timeline tbody tr { display: grid; grid-template-columns: 4rem minmax(0, 1fr) }
  .timeline tr > * { grid-column: 2 }
  .timeline tr > .at { grid-column: 1; grid-row: 1 / span 3 }
  .timeline tr:not(.network, .kit) > .who { display: none }
  .timeline .answer:not(:empty)::before { content: "→ "; color: var(--quiet) }
  .timeline .wait { width: auto }
  .wait .asks:not(:empty)::before { content: "asks to wait "; color: var(--quiet) }
  .wait .asks { flex: none }
  .wait .asks:empty { display: none }
  .bar { height: .25rem }
}
`

/**
 * The certificate, which is the first screen of a certified client, prints on one sheet. Folded panels stay folded,
 * except for the facts of the certification.
 */
const PRINT = `
@media print {
  @page { size: A4; margin: 15mm }
  html { font-size: 9pt }
  .how dl { gap: 0 var(--s3) }
  body { max-width: none; padding: 0 }
  .row { grid-template-columns: 7.5rem 16rem minmax(0, 1fr) 9rem 9rem; padding: .125rem 0 }
  .certificate .row .text { white-space: normal }
  .panel, tr, blockquote, .inside > dl { break-inside: avoid }
  .panel { break-inside: auto }
  .panel > summary { break-after: avoid }
  .panel:not([open]):not(.how) { display: none }
  .how::details-content { content-visibility: visible; block-size: auto; display: block }
  pre { max-height: none }
  .bar i { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`

export const STYLESHEET = [PALETTE, BASE, SCALES, PAGE, VERDICTS, ROWS, TABLES, TELEPHONE, PRINT].join('')
