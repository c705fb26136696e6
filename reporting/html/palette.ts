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
