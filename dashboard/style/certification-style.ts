/** The scenarios of a certification, and its outcome. */
export const CERTIFICATION = `
.strip { display: flex; gap: 2px; margin: .375rem 0 .75rem }
.strip > span { flex: 1; height: .5rem; border-radius: 2px; background: var(--accent) }
.strip > .waiting { background: var(--rule) }
.running { --accent: var(--blue) }
.outcome-box { border-left: 4px solid var(--accent); background: var(--tint); padding: .75rem 1rem; margin-bottom: 1rem }
.outcome-box h2 { display: inline; margin-right: .75rem; color: var(--accent) }
.outcome-box.green { --accent: var(--green) }
.outcome-box.yellow { --accent: var(--amber) }
.outcome-box.red { --accent: var(--red) }
.scenario { border-bottom: 1px solid var(--rule); padding: .3125rem 0 }
.scenario-head { display: grid; grid-template-columns: 6rem 17rem minmax(0, 1fr) 4.5rem 7rem; gap: .75rem; align-items: baseline; font-size: .875rem }
.state { font-weight: 600 }
.state.waiting { --accent: var(--quiet) }
.scenario .sku { border: 0; padding: 0; min-height: 0; text-align: left; font-weight: 600; border-radius: 0 }
.scenario .sku::before { content: "▸ "; content: "▸ " / ""; color: var(--quiet) }
.scenario .sku[aria-expanded=true]::before { content: "▾ "; content: "▾ " / "" }
.scenario .took { color: var(--quiet); text-align: right }
.scenario .calls { text-align: right }
.scenario .last { margin-left: 6.75rem; font-size: .8125rem }
.scenario-detail { padding: .625rem 0 1rem 6.75rem }
.scenario-detail .ids { margin-top: .625rem; font-size: .8125rem; color: var(--quiet) }
@media (max-width: 48rem) {
  .scenario-head { grid-template-columns: 5.5rem minmax(0, 1fr) auto; gap: 0 .5rem }
  .scenario-head .sku { grid-column: 2 / 4 }
  .scenario-head .what { grid-column: 1 / 4 }
  .scenario-head .took { grid-column: 1; text-align: left }
  .scenario-head .calls { grid-column: 2 / 4 }
  .scenario .last, .scenario-detail { margin-left: 0; padding-left: 0 }
}
`
