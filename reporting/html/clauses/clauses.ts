import type { Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { keptClause } from './clause.ts'

/** The clauses that are kept, in the order of the report, each on a line. */
export function keptSection(report: Report): Markup | null {
  const kept = report.clauses.filter(({ verdict }) => verdict === 'kept')
  if (kept.length === 0) return null
  return html`
<section id="clauses" aria-labelledby="clauses-title">
<h2 id="clauses-title">Kept clauses</h2>
${kept.map((clause) => keptClause(clause, report))}
</section>`
}
