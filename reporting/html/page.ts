import type { Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { html, Markup } from '../markup/markup.ts'
import { outcomeWord } from '../text/outcome-word.ts'
import { assumptionsSection } from './sections/assumptions.ts'
import { attentionSection } from './sections/attention.ts'
import { baselineSection } from './sections/baseline.ts'
import { clausesSection } from './sections/clauses.ts'
import { contents } from './sections/contents.ts'
import { driftSection } from './sections/drift.ts'
import { opening } from './sections/opening.ts'
import { remarksSection } from './sections/remarks.ts'
import { scenariosSection } from './sections/scenarios.ts'
import { variantsSection } from './sections/variants.ts'
import { CERTIFICATE_STYLESHEET, STYLESHEET } from './style/stylesheet.ts'

/** Nothing is loaded and nothing is run, even if a target wrote markup. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const KINDS: Record<Report['kind'], string> = {
  verify: 'Contract suite',
  certify: 'Certification',
  variants: 'Matrix of assumptions',
}

const STYLES: Record<Report['kind'], string> = {
  verify: STYLESHEET,
  certify: CERTIFICATE_STYLESHEET,
  variants: CERTIFICATE_STYLESHEET,
}

/**
 * A report as one page of HTML, for people: it needs no network and runs no script. The same report gives the same
 * page.
 *
 * @example
 * writeFileSync('report.html', toHtml(harmless(report)))
 */
export function toHtml(report: Harmless<Report>): string {
  const { kind, reference, tool } = report
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Partner Purchase API ${reference}: ${outcomeWord(report)}</title>
<style>${new Markup(STYLES[kind])}</style>
</head>
<body>
<a class="skip" href="#attention">Skip to what needs attention</a>
<header><p>Partner Purchase API <span>${KINDS[kind]}</span></p></header>
<main>
${opening(report)}
${attentionSection(report)}
${remarksSection(report)}
${contents(report)}
${clausesSection(report)}${scenariosSection(report)}${variantsSection(report.variants)}
${assumptionsSection(report.assumptions)}
${baselineSection(report.baseline)}
${driftSection(report.drift)}
</main>
<footer><p>Made from report.json by ${tool.name} ${tool.version}. It judges by version ${reference} of the reference, and contains no key.</p></footer>
</body>
</html>
`
  return page.source
}
