import type { Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { html, Markup } from '../markup/markup.ts'
import { isWarning } from '../text/said.ts'
import { outcomeWord } from '../text/verdict-words.ts'
import { worstFirst } from '../text/worst-first.ts'
import { assumptionsPanel } from './assumptions.ts'
import { clausePanel } from './clause.ts'
import { firstScreen } from './first-screen.ts'
import { baselinePanel, certifiedPanel, remarksSection } from './notes.ts'
import { scenariosPanel } from './scenarios.ts'
import { STYLESHEET } from './style.ts'
import { startFailurePanel, unseenPanels } from './unseen.ts'

/** Blocks all loading and scripts, even if a target got markup into the page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * Renders a report as one HTML page: a list of the clauses first, and then one thing at a time. It needs no network and
 * no script. The same report gives the same page.
 */
export function toHtml(given: Harmless<Report>): string {
  const report = worstFirst(given)
  const { tool, reference } = report
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Partner Purchase API ${reference}: ${outcomeWord(report)}</title>
<style>${new Markup(STYLESHEET)}</style>
</head>
<body>
<main>${firstScreen(report)}
${startFailurePanel(report)}
<section aria-label="What needs attention">${unkept(report)}
</section>
${remarksSection(report)}
<section aria-label="More">${scenariosPanel(report)}
${assumptionsPanel(report)}
${baselinePanel(report)}
${certifiedPanel(report)}
</section>
</main>
<footer><p class="quiet small">Made from report.json by ${tool.name} ${tool.version}. It contains no key.</p></footer>
</body>
</html>
`
  return page.source
}

/** The clauses that are not kept: broken, then not observed, then warnings, then excused. */
function unkept(report: Report): Markup {
  const open = report.clauses.filter(({ excused, verdict }) => excused === null && verdict !== 'kept')
  const broken = open.filter(({ verdict }) => verdict === 'broken')
  const unseen = open.filter(({ verdict }) => verdict !== 'broken')
  const excused = report.clauses.filter((clause) => clause.excused !== null && clause.verdict !== 'kept')
  const panels = (clauses: typeof broken) => clauses.map((clause) => clausePanel(clause, report))
  return html`${panels(broken.filter((clause) => !isWarning(clause)))}${unseenPanels(unseen, report)}${panels(broken.filter(isWarning))}${panels(excused)}`
}
