/** The colours: one accent for each verdict, each at least 4.5 to 1 on both grounds of its scheme. */
export const PALETTE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --tint: #f5f6f8; --rule: #e2e5ea; --text: #1b1f24; --quiet: #5a636e; --link: #1b1f24;
  --green: #1a7437; --red: #bd1f2d; --amber: #8a5700; --blue: #0a58b0; --violet: #7039b8; --yellow: #ffe28a; --on-yellow: #5c4300;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #121417; --tint: #1b1e23; --rule: #2c3138; --text: #e5e8ec; --quiet: #9da6b1; --link: #e5e8ec;
    --green: #5cc983; --red: #ff8d86; --amber: #e6b455; --blue: #82b9ff; --violet: #c9a7ff; --yellow: #4a3a08; --on-yellow: #ffd866;
  }
}
.kept, .holds { --accent: var(--green) }
.broken, .refused, .unreachable, .stale, .drifted { --accent: var(--red) }
.warning { --accent: var(--on-yellow) }
.not-observed, .incomplete, .expired { --accent: var(--amber) }
.differs { --accent: var(--blue) }
.harness-fault { --accent: var(--violet) }
.applied, .out-of-reach { --accent: var(--quiet) }
.verdict { color: var(--accent) }
.mark .verdict.warning { background: var(--yellow); border-radius: 3px; padding: 0 .3em; box-decoration-break: clone }
.strip .warning { background: var(--yellow) }
`

export const BASE = `
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1, h2, h3, p, ul, ol, dl, dd, blockquote, pre, table { margin: 0; padding: 0 }
ul, ol { list-style: none }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em }
a { color: var(--link); text-underline-offset: .2em }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 3px; border-radius: 2px }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
button, input, select { font: inherit; color: inherit; background: none; border: 1px solid var(--quiet); border-radius: 4px; padding: .125rem .5rem; min-height: 1.75rem }
button { cursor: pointer }
button:hover { background: var(--tint) }
button[aria-pressed=true] { background: var(--text); color: var(--ground); border-color: var(--text) }
`

export const PAGE = `
html { scroll-padding-top: 1.5rem }
body { --mark: 9rem; margin: 0 auto; padding: 0 1.25rem 4rem; max-width: 52rem }
code, bdi, pre, b, cite, time, h3, .meta, .name, .detail, .field { unicode-bidi: isolate }
a { text-decoration-color: var(--quiet); text-decoration-thickness: 1px }
a:hover { text-decoration-color: currentColor; text-decoration-thickness: 2px }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1.25rem; top: .5rem; background: var(--ground) }

body > header { padding: 1.25rem 0 0; font-weight: 600; font-size: .9375rem }
body > header span { font-weight: 400; color: var(--quiet); margin-left: .5rem }
body > footer { margin-top: 5rem; color: var(--quiet); font-size: .875rem }
section { margin-top: 3rem }
#attention { margin-top: 2rem }
h2 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -.01em }
.intro { margin-top: .5rem; color: var(--quiet); max-width: 40rem }
.intro strong { color: var(--text) }

#outcome { margin-top: 1.5rem }
h1 { display: flex; align-items: center; gap: .3em; font-size: 2.5rem; line-height: 1.1; letter-spacing: -.025em }
h1 > span::first-letter { text-transform: uppercase }
h1 > span { display: inline-block }
h1 .shape { width: .8em; height: .8em }
.lead { margin-top: .75rem; font-size: 1.125rem; line-height: 1.45 }
.run-message { margin-top: .75rem; max-width: 40rem; white-space: pre-line }
.strip { display: flex; gap: 3px; margin-top: 1rem; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.strip i { flex: 1; height: .5rem; border-radius: 1px; border: 1.5px solid var(--accent); background: var(--accent) }
.strip .not-observed, .strip .out-of-reach { background: none }
.strip .broken { height: 1rem; margin-top: -.25rem; margin-bottom: -.25rem }
dl { margin-top: 1.25rem; line-height: 1.7 }
dl > div { display: grid; grid-template-columns: var(--mark) minmax(0, 1fr) }
dt { color: var(--quiet) }

.copy { flex: none; font-size: .8125rem; min-height: 1.5rem; padding: 0 .4rem; color: var(--quiet) }

nav { margin-top: 3rem; font-size: .9375rem }
nav ul { columns: 15rem; column-gap: 1.5rem }
nav li { break-inside: avoid }
nav a { display: flex; padding: .2rem 0; text-decoration: none }
nav a:hover { text-decoration: underline }
nav .part a { padding-left: 1.40625rem }
@media (min-width: 75rem) {
  body { max-width: 73rem }
  body > header { padding-left: 19rem }
  body > footer { margin-left: 19rem }
  main { display: grid; grid-template-columns: 15rem minmax(0, 1fr); grid-auto-rows: min-content; column-gap: 4rem }
  main > :not(nav) { grid-column: 2 }
  nav { grid-column: 1; grid-row: 1 / span 14; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; margin: 0; padding: 2.9rem .25rem 1.5rem; font-size: .875rem }
  nav ul { columns: auto }
}
`
