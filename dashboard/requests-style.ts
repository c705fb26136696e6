export const REQUESTS = `
.requests { width: 100%; margin: 1.25rem 0 0; border-collapse: collapse; table-layout: fixed; text-align: left; font-size: .8125rem; line-height: 1.45; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.requests th, .requests td { width: auto; padding: .1875rem .75rem .1875rem 0; border: 0; border-top: 1px solid var(--rule); vertical-align: top; font-weight: 400 }
.requests thead th { border-top: 0; color: var(--quiet); font-size: inherit }
.requests thead th:first-child { width: 4.75rem }
.requests thead th:nth-child(3) { width: 42% }
.requests thead th:nth-child(4) { width: 3.5rem }
.requests .at { color: var(--quiet) }
.requests .lost { color: var(--amber) }
.requests tbody > .broken > * { border-top: 1px solid var(--red); border-bottom: 1px solid var(--red) }
.requests b { display: block }
.requests b.broken { color: var(--red) }
.requests b.warning { color: var(--amber) }
@media screen and (max-width: 48rem) {
  .requests, .requests tbody { display: block }
  .requests thead { position: absolute; clip-path: inset(50%) }
  .requests tbody tr { display: grid; grid-template-columns: 4rem minmax(0, 1fr); padding: .1875rem 0; border: 0; border-top: 1px solid var(--rule) }
  .requests tbody tr.broken { border-top-color: var(--red); border-bottom: 1px solid var(--red) }
  .requests tbody tr > * { display: block; grid-column: 2; padding: 0; border: 0 !important }
  .requests tbody tr > .at { grid-column: 1; grid-row: 1 }
  .requests .answer::before { content: "→ "; content: "→ " / ""; color: var(--quiet) }
  .requests .wait:empty { display: none }
  .requests .wait::before { content: "asks to wait " ; color: var(--quiet) }
}
`
