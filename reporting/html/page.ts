import type { Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { html, Markup } from '../markup/markup.ts'
import { outcomeWord } from '../text/verdict-words.ts'
import { worstFirst } from '../text/worst-first.ts'
import { keptSection } from './clauses/clause.ts'
import { SCRIPT, SCRIPT_HASH } from './script/page-script.ts'
import { assumptionsSection } from './sections/assumptions.ts'
import { attentionSection, warningsSection } from './sections/attention.ts'
import { contents } from './sections/navigation.ts'
import { baselineSection, remarksSection } from './sections/notes.ts'
import { opening } from './sections/opening.ts'
import { scenariosSection } from './sections/scenarios.ts'
import { CERTIFICATE_STYLESHEET, STYLESHEET } from './style/stylesheet.ts'

/** Nothing is loaded, and only the script of the page runs, even if a target wrote markup. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src ${SCRIPT_HASH}`

const KINDS: Record<Report['kind'], string> = {
  verify: 'Contract suite',
  certify: 'Certification',
}

const STYLES: Record<Report['kind'], string> = {
  verify: STYLESHEET,
  certify: CERTIFICATE_STYLESHEET,
}

/**
 * A report as one page of HTML, for people: it needs no network, and all of it can be read without its script. The same
 * report gives the same page.
 */
export function toHtml(given: Harmless<Report>): string {
  const report = worstFirst(given)
  const title = `Partner Purchase API ${report.reference}: ${outcomeWord(report)}`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(STYLES[report.kind])}</style>
</head>
<body>
<a class="skip" href="#attention">Skip to what needs attention</a>
${header(report)}
<main>
${opening(report)}
${attentionSection(report)}
${warningsSection(report)}
${remarksSection(report)}
${contents(report)}
${keptSection(report)}${scenariosSection(report)}
${assumptionsSection(report.assumptions)}
${baselineSection(report.baseline)}
</main>
${footer(report)}
<p id="said" class="unseen" role="status"></p>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`
  return page.source
}

function header({ kind }: Report): Markup {
  return html`<header><p>Partner Purchase API <span>${KINDS[kind]}</span></p></header>`
}

function footer({ tool, reference }: Report): Markup {
  return html`<footer><p>Made from report.json by ${tool.name} ${tool.version}. It judges by version ${reference} of the reference, and contains no key.</p></footer>`
}
