import { BASE, PALETTE } from '../reporting/html/palette.ts'

const CONTROLS = `
body { margin: 0; font-size: .875rem; line-height: 1.5 }
h1 { font-size: 1.0625rem }
h2 { font-size: 1rem }
h3 { font-size: .8125rem; color: var(--quiet) }
code, pre { font-size: .8125rem }
pre { background: var(--tint); border-radius: 4px; padding: .5rem .75rem; margin-top: .25rem; white-space: pre-wrap }
button, input, select { padding: .125rem .625rem; min-height: 2rem; max-width: 100% }
select, option { background: var(--ground) }
button:disabled { color: var(--quiet); border-style: dashed; cursor: default }
button.main:not(:disabled) { background: var(--text); color: var(--ground); border-color: var(--text) }
button.destructive { color: var(--red); border-color: var(--red) }
button.seen, button.open { border: 0; padding: 0; min-height: 0; text-align: left }
button.seen { text-decoration: underline; text-underline-offset: .2em }
label { display: inline-flex; align-items: center; gap: .375rem; color: var(--quiet) }
label > * { color: var(--text) }
:focus-visible { outline-offset: 1px }
.quiet { color: var(--quiet) }
.bad { color: var(--red) }
`

const FRAME = `
#page { max-width: 90rem; margin: 0 auto; padding: 0 1.25rem 3rem }
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem; padding: .875rem 0 .5rem }
.connection { margin-left: auto }
.connection::before { content: ""; display: inline-block; width: .625rem; height: .625rem; border-radius: 50%; background: var(--quiet); margin-right: .4rem }
.connection.live::before { background: var(--green) }
.connection.lost::before { background: var(--red) }
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem; border-bottom: 1px solid var(--rule) }
[role=tablist] { display: flex }
[role=tab] { border: 0; border-radius: 0; padding: .5rem .875rem; color: var(--quiet); border-bottom: 2px solid transparent }
[role=tab][aria-selected=true] { color: var(--text); font-weight: 600; border-bottom-color: var(--text) }
.count { background: var(--red); color: var(--ground); border-radius: 999px; padding: 0 .45em; font-size: .75rem; font-weight: 600 }
[role=tabpanel] { padding-top: .875rem }
section > section:not(:first-child) { margin-top: 1.5rem }
.notice { position: sticky; bottom: .75rem; z-index: 1; width: fit-content; margin: 1rem auto 0; padding: .375rem .875rem; background: var(--text); color: var(--ground); border-radius: 4px }
.notice.error { background: var(--red) }
.notice:empty { display: none }
.controls, .actions, .counts { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem 1rem }
.actions { gap: .5rem; margin-top: .5rem }
.counts { justify-content: space-between; margin: .5rem 0 }
.empty { padding: 3rem 0; text-align: center; color: var(--quiet) }
.empty pre { display: inline-block; text-align: left; color: var(--text) }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .875rem 1.25rem; margin-top: .75rem }
.facts > div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .5rem }
.facts dt { color: var(--quiet) }
.facts { margin-top: .5rem }
.chip { display: inline-block; border: 1px solid var(--red); color: var(--red); border-radius: 999px; padding: 0 .5em; font-size: .75rem }
.chip.should { border-color: var(--amber); color: var(--amber) }
.early { color: var(--red) }
.clauses > li { display: grid; grid-template-columns: 1rem minmax(0, 1fr); gap: .75rem; padding: .5rem 0; border-top: 1px solid var(--rule) }
h2 + .clauses, h2 + p + .clauses { margin-top: .375rem }
.clauses { max-width: 60rem }
.mark { font-weight: 700; color: var(--quiet) }
.kept .mark { color: var(--green) }
.broken .mark, .broken .found { color: var(--red) }
.warning .mark, .warning .found { color: var(--amber) }
`

/** A list, and what is open in it: beside it, below it on a narrow page. A list without room has two lines for a row. */
const LISTS = `
.split { display: grid; gap: 1.25rem; align-items: start; border-top: 1px solid var(--rule) }
.list { container-type: inline-size; max-height: max(20rem, calc(100vh - 13rem)); overflow-y: auto }
.pane { padding: .75rem 0 0; min-width: 0 }
.pane-head > button { flex: none }
.pane-head { display: flex; justify-content: space-between; align-items: start; gap: 1rem }
.pane h3 { margin-top: .75rem }
.near-miss { border-left: 3px solid var(--amber); padding-left: .75rem; margin-top: .75rem }
.near-miss h3 { margin: 0 }
@media (min-width: 60rem) {
  .split:has(.pane) { grid-template-columns: minmax(0, 1fr) minmax(0, 30rem) }
  .pane { max-height: max(20rem, calc(100vh - 13rem)); overflow-y: auto; padding: .75rem 0 0 1.25rem; border-left: 1px solid var(--rule) }
}
@media not (min-width: 60rem) {
  .split:has(.pane) .list { max-height: 45vh; border-bottom: 1px solid var(--rule) }
}
.rows, .life { font-size: .8125rem; text-align: left }
.rows, .rows thead, .rows tbody { display: block }
.rows tr { display: grid; gap: 0 .75rem; padding: .25rem .375rem; border-bottom: 1px solid var(--rule) }
.rows th, .rows td, .life th, .life td { padding: 0; font-weight: 400; vertical-align: top }
.rows thead, .life thead { color: var(--quiet) }
.rows thead { position: sticky; top: 0; background: var(--ground) }
/* A row that is out of sight takes no time: there are hundreds. */
.rows tbody tr { cursor: pointer; content-visibility: auto; contain-intrinsic-size: auto 1.75rem }
.rows tbody tr:hover, .rows .opened { background: var(--tint) }
.calls tr { grid-template-columns: 5.875rem 3.25rem 7rem minmax(0, 3fr) 10rem minmax(0, 4fr) 9rem 3.75rem }
.orders tr { grid-template-columns: minmax(0, 4fr) minmax(0, 3fr) 7rem minmax(0, 4fr) minmax(0, 4fr) }
.life { width: 100%; table-layout: fixed; border-collapse: collapse; margin-top: .5rem }
.life th, .life td { padding: .25rem .375rem; border-bottom: 1px solid var(--rule) }
.life th:first-child { width: 6.5rem }
.life th:nth-child(2) { width: 6.5rem }
.time, .took, .key { color: var(--quiet) }
.time, .took { white-space: nowrap }
.took { text-align: right }
tbody .answer { font-weight: 600 }
.answer.good { color: var(--green) }
.answer.refused { color: var(--blue) }
.answer.failed { color: var(--amber) }
.calls tbody .noticed { color: var(--amber) }
.orders button.open { font-weight: 600 }
@container (max-width: 56rem) {
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .rows tbody tr { display: flex; flex-wrap: wrap; contain-intrinsic-size: auto 4.5rem }
  .rows tbody tr > :empty { display: none }
  .calls tbody .operation { flex: 1 0 calc(100% - 16.5rem) }
  .calls tbody .took { order: 1 }
  .calls tbody :is(.order, .state, .key) { order: 2 }
  .calls tbody .noticed { order: 3 }
  .calls tbody .order { flex: 1 1 12rem }
  .rows tbody :is(.noticed, .money), .orders tbody .order { flex-basis: 100% }
  .orders tbody .known::before { content: "caller knows "; color: var(--quiet) }
  .orders tbody .there::before { content: "in the mock "; color: var(--quiet) }
}
@media (max-width: 40rem) {
  #page { padding: 0 .75rem 2rem }
  .head > :not(h1, .connection) { order: 1 }
  [role=tab] { padding: .5rem .625rem }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0 }
  .controls label { flex: 1 1 9rem; flex-wrap: wrap }
  .controls label > * { width: 100% }
}
`

export const STYLE = [PALETTE, BASE, CONTROLS, FRAME, LISTS].join('')
