/** The pictures of a certification, and the text around them. */
export const TIMELINE = `
:root { --wait: #e9eef6; --edge: #8294b3 }
@media screen and (prefers-color-scheme: dark) { :root { --wait: #232c3b; --edge: #6d80a3 } }

.scenario .facts { margin-top: .75rem; font-size: .9375rem; line-height: 1.6 }
.picture { margin: 1.25rem 0 0 }
.picture .timeline { display: block; width: 100%; height: auto }
.picture .narrow { display: none }
@media screen and (max-width: 48rem) {
  .picture .wide { display: none }
  .picture .narrow { display: block; max-width: 30rem }
}
.letters { margin-top: .75rem; font-size: .875rem; color: var(--quiet) }
.letters b { color: var(--text) }
.lines { margin-top: .75rem; font-size: .9375rem }
.lines ol { margin-top: .5rem; padding: .75rem .875rem; background: var(--tint); border-radius: 4px; font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace }
.lines li { padding-left: 2ch; text-indent: -2ch }
.lines .broken, .lines .warning { color: var(--accent); font-weight: 600 }

.legend { display: flex; flex-wrap: wrap; gap: .375rem 1.5rem; margin-top: 1rem; font-size: .875rem }
.legend li { display: flex; align-items: center; gap: .5rem }
.legend .timeline { flex: none; width: 22px; height: 16px; overflow: visible }

.timeline { font-size: 12px; font-variant-numeric: tabular-nums; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.timeline path { fill: none; stroke: currentColor }
.timeline text { fill: currentColor; color: var(--text); unicode-bidi: isolate }
.timeline .lane { color: var(--text); stroke-width: 1.5 }
.timeline .lane-name { text-anchor: end; font-weight: 600 }
.timeline .grid { color: var(--rule) }
.timeline .tick { text-anchor: middle; color: var(--quiet) }
.timeline .gap { fill: var(--ground); stroke: none }
.timeline .gap-edge { color: var(--quiet); stroke-width: 1.25 }
.timeline .wait { fill: var(--wait) }
.timeline .wait-end { color: var(--edge); stroke-width: 1.25; stroke-dasharray: 3 2.5 }
.timeline .wait-label { text-anchor: middle; color: var(--text) }
.timeline .span { color: var(--text); stroke-width: 5 }
.timeline .request { color: var(--text) }
.timeline .answer { color: var(--quiet) }
.timeline .lost { color: var(--amber) }
.timeline .request.broken { color: var(--red) }
.timeline .request.warning { color: var(--amber) }
.timeline .shaft { stroke-width: 1.25 }
.timeline .broken .shaft, .timeline .warning .shaft { stroke-width: 2.25 }
.timeline .lost .shaft { stroke-dasharray: 4 3; stroke-width: 1.5 }
.timeline .head { fill: currentColor; stroke: none }
.timeline .cross { stroke-width: 2.25 }
.timeline .exit { color: var(--text); stroke-width: 4 }
.timeline .leader { color: var(--rule) }
.timeline .leader.broken { color: var(--red) }
.timeline .leader.warning { color: var(--amber) }
.timeline circle { stroke: var(--ground); stroke-width: 1.5 }
.timeline .recorded { fill: var(--blue) }
.timeline .recorded.broken { fill: var(--red) }
.timeline .recorded.warning { fill: var(--amber) }
.timeline .replayed { fill: var(--ground); stroke: var(--blue); stroke-width: 2 }
.timeline text.broken { color: var(--red); font-weight: 600 }
.timeline text.warning { color: var(--amber); font-weight: 600 }
.timeline text.fault { color: var(--amber) }
.timeline text.commit { color: var(--blue) }
.timeline text.settled { font-weight: 600 }
.timeline text.quiet { color: var(--quiet) }
@media print {
  .picture.short, .legend { break-inside: avoid }
}
`
