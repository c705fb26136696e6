export const TIMELINE = `
:root { --wait: #e9eef6; --edge: #8294b3; --early: #f6ccd0; --track: 45% }
@media screen and (prefers-color-scheme: dark) { :root { --wait: #232c3b; --edge: #6d80a3; --early: #6b2a30 } }

.scenario .facts { margin-top: .75rem; font-size: .9375rem; line-height: 1.6 }
.timeline { margin: 1.25rem 0 0; font-size: .8125rem; line-height: 1.45; font-variant-numeric: tabular-nums; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.timeline ol { list-style: none; margin: 0; padding: 0 }
.timeline .row { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr) var(--track); column-gap: .75rem; align-items: center; border-top: 1px solid var(--rule); padding: .1875rem 0; overflow-wrap: anywhere; break-inside: avoid }
.timeline .row > :nth-child(2):last-child, .timeline .row > .quiet { grid-column: 2 / -1 }
.timeline .at { color: var(--quiet) }
.timeline .row > .at + span { grid-column: 2 }

.timeline b.broken { color: var(--red) }
.timeline b.warning { color: var(--amber) }
.timeline .lost { color: var(--amber) }
.timeline summary { list-style: none; cursor: pointer; color: var(--text) }
.timeline summary::-webkit-details-marker { display: none }
.timeline summary .at::before { content: "▸ "; content: "▸ " / ""; color: var(--quiet) }
.timeline [open] > summary .at::before { content: "▾ "; content: "▾ " / "" }
.timeline details ol { margin-left: 1rem; --track: calc((100% + 1rem) * .45) }
.timeline .axis { display: block; overflow: visible; height: 1.25rem; margin-left: auto; width: var(--track); font-size: .75rem }
.timeline .axis text { fill: var(--quiet); text-anchor: middle }
.timeline .axis .last { text-anchor: end }
.timeline .axis .break { font-style: italic }
.timeline .axis rect { fill: var(--edge) }

.track { display: block; width: 100%; height: 1.25rem; overflow: visible }
.track svg { overflow: visible }
.track rect { height: 100% }
.track .wait { fill: var(--wait) }
.track .early { fill: var(--early) }
.track .span { y: calc(50% - 2px); height: 4px; fill: var(--quiet) }
.track .stem { stroke: var(--text); stroke-width: 1.5 }
.track .broken .stem { stroke: var(--red); stroke-width: 3 }
.track .warning .stem { stroke: var(--amber); stroke-width: 3 }
.track .head { fill: var(--quiet) }
.track .cross { fill: none; stroke: var(--amber); stroke-width: 2.25 }
.track .exit path { stroke: var(--text); stroke-width: 4 }
.track circle { stroke: var(--ground); stroke-width: 1.5 }
.track .recorded circle { fill: var(--blue) }
.track .recorded.broken circle { fill: var(--red) }
.track .recorded.warning circle { fill: var(--amber) }
.track .replayed circle { fill: var(--ground); stroke: var(--blue); stroke-width: 2 }

.legend { display: flex; flex-wrap: wrap; gap: .375rem 1.5rem; margin-top: 1rem; font-size: .875rem }
.legend li { display: flex; align-items: center; gap: .5rem }
.legend .track { flex: none; width: 22px; height: 16px }
@media screen and (max-width: 48rem) {
  .timeline .row { grid-template-columns: 3.75rem minmax(0, 1fr); row-gap: .0625rem }
  .timeline .row > .track { grid-column: 1 / -1 }
  .timeline .axis { width: 100% }
  .timeline details ol { --track: 100% }
}
`
