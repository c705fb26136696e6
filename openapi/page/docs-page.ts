import type { Profile } from '../../contract/profile/profile.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { BASE, PAGE, PALETTE } from '../../reporting/html/style/page.ts'
import { html, Markup } from '../../reporting/markup/markup.ts'
import { type OpenApiDocument, openApiDocument } from '../openapi-document.ts'
import { operationSection } from './operation-section.ts'
import { assumptionsOf, everyPart, gapsTable, originOf, originText } from './origin.ts'

/**
 * The OpenAPI document of a profile as one page of HTML, for people: it needs no network and no script. What is documented
 * and what is assumed look different.
 */
export function docsPage(profile: Profile, links: Readonly<Record<string, string>>): string {
  const document = openApiDocument(profile)
  const assumptions = everyPart(document).flatMap(assumptionsOf)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Partner Purchase API: what is documented, and what is assumed</title>
<style>${new Markup(DOCS_STYLE)}</style>
</head>
<body>
<a class="skip" href="#key">Skip to the key and the calls</a>
<header><p>Partner Purchase API <span>OpenAPI document</span></p></header>
<main>
${opening(document, links)}
${contents()}
${keySection(document)}
${OPERATION_IDS.map((id) => operationSection(id, document))}
<section id="gaps" aria-labelledby="gaps-title">
<h2 id="gaps-title">What the reference does not show</h2>
<p class="intro">None of this is documented. The profile answers most of it, and the rest is left open.</p>
${gapsTable(assumptions)}
</section>
</main>
</body>
</html>
`
  return page.source
}

function opening({ info }: OpenApiDocument, links: Readonly<Record<string, string>>): Markup {
  const files = Object.entries(links).map(
    ([name, address], index) => html`${index === 0 ? '' : ' · '}<a href="${address}">${name}</a>`,
  )
  return html`<section>
<h1>Partner Purchase API ${info.version}</h1>
<p class="lead">The contract as this mock serves it: what the reference documents, and what the profile assumes of the rest.</p>
<div class="origin documented"><p><b>Documented</b> by the reference: a clause, with its sentences.</p></div>
<div class="origin assumed"><p><b>Assumed</b>: the reference does not show it. The profile answers it, and the service may differ.</p></div>
<div class="origin observed"><p><b>Observed</b> on the service, but not documented.</p></div>
<div class="origin confirmed"><p><b>Confirmed</b> by the operator, but not documented.</p></div>
<div class="origin open"><p><b>Open</b>: the reference does not show it, and nothing needs to.</p></div>
<p class="says">${files}</p>
</section>`
}

function contents(): Markup {
  const entries = [
    ['key', 'The key'],
    ...OPERATION_IDS.map((id) => [id, id] as const),
    ['gaps', 'What is not shown'],
  ] as const
  return html`<nav aria-label="Contents"><ul>${entries.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`
}

function keySection({ components }: OpenApiDocument): Markup {
  const [scheme = {}] = Object.values(components.securitySchemes)
  return html`<section id="key" aria-labelledby="key-title">
<h2 id="key-title">The key</h2>
<p class="says">${originText(scheme)}</p>
${originOf(scheme)}
</section>`
}

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
const DOCS_STYLE = [PALETTE, BASE, PAGE, DOCS].join('')
