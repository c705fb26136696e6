/** Verdicts in one column and what they are about in the next, from the first clause to the last assumption. */
export const VERDICT_COLUMNS = `
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
h3 { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .625rem }
.name .meta, h3 .meta { font-weight: 400 }
.item { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--rule) }
.item .message, .clause .message { margin-top: .5rem }
.advice { margin-top: .5rem }
.mark + .advice, .item > .advice { margin-top: 0 }
.advice::before { content: "→ "; content: "→ " / ""; color: var(--quiet) }

article { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--rule) }
article:target { box-shadow: inset 0 3px 0 var(--text) }
h3 { font-size: 1.125rem; line-height: 1.4 }
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

.checks { margin-top: .625rem; font-size: .9375rem }
.checks { --mark: 7.5rem }
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
section > h2 + .fold, section > .legend + .fold { margin-top: 1rem }
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
  h1 { font-size: 2rem }
  .lead { font-size: 1.0625rem; margin-top: .5rem }
  .controls { margin-top: 1rem }
  #attention { margin-top: 1.25rem }
  dl > div { grid-template-columns: 6rem minmax(0, 1fr) }
  dl.lesson > div { grid-template-columns: minmax(0, 1fr) }
  dl.lesson dt { font-size: .875rem }
  .fold > .inside { padding-left: 0 }
  .fold > summary { grid-template-columns: minmax(0, 1fr) 1rem; row-gap: .125rem }
  .fold > summary > .mark { grid-column: 1 }
  .fold > summary > .what { grid-column: 1; grid-row: 2 }
  .ledger { display: flex; flex-direction: column }
  .ledger > .mark { order: -1; margin-bottom: .25rem }
  table, tbody, tr, th, td { display: block }
  thead { position: absolute; clip-path: inset(50%) }
  tr { padding: .875rem 0; border-bottom: 1px solid var(--rule) }
  th, td, th:last-child, td:last-child { width: auto; padding: 0; border: 0 }
  td .meta { display: inline }
}
`
