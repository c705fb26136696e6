/** Requests and responses side by side, folded until someone asks for them. */
export const EVIDENCE = `
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
