import { PAGE, PALETTE } from '../../reporting/html/style/page.ts'

/** What is documented has a full line beside it, what is assumed a coloured, broken one, and what is open a dotted one. */
const DOCS = `
.documented { --accent: var(--text); --line: solid }
.assumed { --accent: var(--amber); --line: dashed }
.observed { --accent: var(--blue); --line: dashed }
.confirmed { --accent: var(--green); --line: dashed }
.open { --accent: var(--quiet); --line: dotted }
main > section { border-top: 1px solid var(--rule); padding-top: 1.5rem; margin-top: 2rem }
main > section:first-child { border: 0; padding: 0 }
h1 { font-size: 2rem }
h2 code { font-size: 1em }
h2 small { display: block; font-size: 1rem; font-weight: 400; letter-spacing: 0; color: var(--quiet) }
h3 { margin-top: 1.5rem; font-size: 1rem }
p + p { margin-top: .375rem }
cite { font-style: normal; color: var(--quiet) }
.says { margin-top: .5rem }
.origin { margin-top: .375rem; padding-left: .75rem; border-left: 2px var(--line) var(--accent); font-size: .9375rem }
.origin b { color: var(--accent); font-weight: 600 }
.assumed { background: linear-gradient(90deg, var(--tint), transparent) }
.field { margin-top: 1rem }
.place { font-weight: 600 }
.form { color: var(--quiet); font-size: .9375rem }
summary { cursor: pointer; color: var(--quiet) }
details p { margin-top: .25rem; color: var(--quiet) }
pre { margin-top: .375rem; padding: .625rem .75rem; background: var(--tint); border-radius: 4px; white-space: pre-wrap }
.examples, .refusals { margin-top: 1rem; font-size: .9375rem }
details .field p { color: inherit }
.refusals > summary { font-size: 1rem; font-weight: 600; color: var(--text) }
`

/** All of the page's style: that of the reports, and what distinguishes the kinds of origin. It loads nothing. */
export const DOCS_STYLE = [PALETTE, PAGE, DOCS].join('')
