/** The frame of the page, its controls, and the list of exchanges. The colours are those of a report. */
export const DASHBOARD_PAGE = `
body { margin: 0; font-size: .9375rem; line-height: 1.5 }
h1 { font-size: 1.0625rem; letter-spacing: -.01em }
h2 { font-size: 1.125rem; letter-spacing: -.01em }
h2.small, h3 { font-size: .8125rem; letter-spacing: 0; color: var(--quiet); font-weight: 600 }
code, pre { font-size: .8125rem }
pre { background: var(--tint); border-radius: 4px; padding: .625rem .75rem; white-space: pre-wrap; margin-top: .375rem; max-height: 24rem; overflow: auto }
.quiet { color: var(--quiet) }
:focus-visible { outline-offset: 1px }
button, input, select { padding: .1875rem .625rem; min-height: 2rem }
select, select option { background: var(--ground) }
button:disabled { color: var(--quiet); border-style: dashed; cursor: default }
button.main:not(:disabled) { background: var(--text); color: var(--ground); border-color: var(--text) }
button.destructive { color: var(--red); border-color: var(--red) }
label { display: inline-flex; align-items: center; gap: .375rem; color: var(--quiet) }
label > * { color: var(--text) }

#page { max-width: 80rem; margin: 0 auto; padding: 0 1.25rem 3rem }
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem; padding: 1rem 0 .75rem }
.live { margin-left: auto }
.live::before { content: ""; display: inline-block; width: .625rem; height: .625rem; border-radius: 50%; background: var(--quiet); margin-right: .4rem }
.live.live-now::before { background: var(--green) }
.live.lost::before { background: var(--red) }
[role=tablist] { display: flex; gap: .125rem; border-bottom: 1px solid var(--rule); overflow-x: auto; scrollbar-width: thin }
[role=tab] { border: 0; border-radius: 0; padding: .5rem .75rem; white-space: nowrap; color: var(--quiet); border-bottom: 2px solid transparent }
[role=tab][aria-selected=true] { color: var(--text); font-weight: 600; border-bottom-color: var(--text) }
[role=tabpanel] { padding-top: 1rem }
.notice { position: sticky; bottom: .75rem; z-index: 1; width: fit-content; margin: 1rem auto 0; padding: .375rem .875rem; background: var(--text); color: var(--ground); border-radius: 4px }
.notice.error { background: var(--red); color: var(--ground) }
.notice:empty { display: none }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin-bottom: .625rem; font-size: .875rem }
input[type=search] { width: 11rem }
.counts { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; justify-content: space-between; margin-bottom: .375rem }
.exports { font-size: .875rem }
.empty { padding: 3rem 0; text-align: center; color: var(--quiet) }
.empty pre { display: inline-block; text-align: left; color: var(--text) }

.list { height: max(24rem, calc(100vh - 15.5rem)); overflow-y: auto; border-top: 1px solid var(--rule); margin-top: .375rem }
button.row { display: grid; grid-template-columns: 6.75rem 4.25rem 6rem minmax(10rem, 1fr) 9rem minmax(8rem, 1.2fr) 4rem; gap: .75rem; align-items: center;
  width: 100%; height: 34px; min-height: 0; padding: 0 .5rem; border: 0; border-bottom: 1px solid var(--rule); border-radius: 0; text-align: left; font-size: .8125rem; overflow: hidden }
button.row > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
button.row:focus-visible { outline-offset: -2px }
button.row[aria-expanded=true] { background: var(--tint) }
button.row .time, button.row .took { color: var(--quiet) }
button.row .took { text-align: right }
button.row .remark { color: var(--amber) }
button.row .partner { display: none; color: var(--quiet) }
button.row .other { grid-column: span 2 }
button.row .other + .order { display: none }
button.row .effect.recorded { color: var(--blue) }
button.row .remark .early { color: var(--red); font-weight: 600 }
.chip { display: inline-block; border: 1px solid var(--red); color: var(--red); border-radius: 999px; padding: 0 .5em; font-size: .75rem; line-height: 1.4 }
.outcome { font-weight: 600 }
.outcome.served, .outcome.replayed { color: var(--green) }
.outcome.refused { color: var(--blue) }
.outcome.failed, .outcome.undelivered { color: var(--amber) }
.detail { padding: .875rem .5rem 1.25rem; border-bottom: 1px solid var(--rule); background: var(--ground) }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .875rem 1.5rem }
.sides.compared { grid-template: auto auto / repeat(2, minmax(0, 1fr)); grid-auto-flow: column }
.near-miss { border-left: 3px solid var(--amber); padding-left: .75rem; margin-bottom: .875rem }
.facts { margin-top: .875rem; font-size: .875rem }
.facts > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .5rem }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0 }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-top: .875rem }

.note { margin-top: .875rem; color: var(--quiet) }
.card > button + p { margin-top: .375rem }
.cards { display: grid; gap: .75rem; margin-top: .75rem }
.card { border: 1px solid var(--rule); border-radius: 6px; padding: .875rem 1rem }
.card-head { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline }
.card-head .state { margin-left: auto; font-weight: 600 }
.order-card { padding: 0 }
.order-card details > :not(summary) { margin: 0 1rem .875rem }
.order-card summary { display: grid; grid-template-columns: minmax(7rem, 1fr) minmax(7rem, 1.2fr) 4.5rem minmax(9rem, 1.9fr) minmax(7rem, 1.3fr) minmax(9rem, 1.3fr);
  gap: 0 .75rem; align-items: center; min-height: 40px; padding: .25rem 1rem; font-size: .8125rem; cursor: pointer }
.order-card .money { text-align: right }
.order-card .chips { grid-column: 1 / -1 }
.bad { color: var(--red) }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: .75rem; margin-top: .5rem }
.group { margin-top: 1.5rem }
.clause { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 1rem; padding: .625rem 0; border-bottom: 1px solid var(--rule) }
.clause .verdict { font-weight: 600 }
.seen { text-decoration: underline; border: 0; padding: 0; min-height: 0 }
.big { font-size: 1.75rem; letter-spacing: -.02em }

@media (min-width: 75rem) {
  button.row { grid-template-columns: 6.75rem 4.25rem 6rem minmax(10rem, 1fr) 10.5rem minmax(8rem, 1.2fr) 6rem 4rem }
  button.row .partner { display: block }
}
@media (max-width: 48rem) {
  #page { padding: 0 .75rem 2rem }
  .head > :not(h1, .live) { order: 1 }
  button.row { display: flex; flex-wrap: wrap; height: auto; gap: 0 .5rem; padding: .375rem .25rem }
  button.row .time { width: 5.75rem }
  button.row .outcome { width: 3.75rem }
  button.row .operation { flex: 1 1 6rem }
  button.row .took { order: 1 }
  button.row .order { order: 2; flex: 1 1 40% }
  button.row .effect { order: 2 }
  button.row .remark { order: 2; flex: 1 1 100% }
  button.row .remark:empty, button.row:not(:has(.early, .chip)) .order:not(:empty) ~ .remark { display: none }
  button.row:has(.early, .chip) .effect { display: none }
  button.row:has(.early, .chip) .remark { flex: 0 1 55% }
  .sides.compared { display: block }
  .order-card summary { grid-template-columns: minmax(0, 1fr) auto; padding: .5rem 1rem }
  .order-card summary > :nth-child(n + 4) { grid-column: 1 / -1; text-align: left }
  form.controls { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem .75rem }
  form.controls label { flex-wrap: wrap; gap: 0 }
  form.controls label > * { width: 100% }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0 }
  .clause { grid-template-columns: minmax(0, 1fr) }
}
`
