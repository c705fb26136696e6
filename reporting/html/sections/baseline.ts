import type { BaselineReport } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { day, linkTo, quoted } from '../../markup/phrasing.ts'
import { table, tableRow } from '../table.ts'
import { verdictLabel, wordFor } from '../verdict-label.ts'

const MEANINGS: Record<BaselineReport['state'], string> = {
  applied: 'Excuses the clause.',
  stale: 'The run shows otherwise: it excuses nothing. Remove it.',
  expired: 'It no longer excuses anything. Fix the clause, or set a new date.',
}

/** The entries of the baseline, and whether each is still correct. */
export function baselineSection(baseline: readonly BaselineReport[]): Markup | null {
  if (baseline.length === 0) return null
  return html`
<section id="baseline" aria-labelledby="baseline-title">
<h2 id="baseline-title">Baseline</h2>
<p class="intro">Clauses that are known not to be kept, the reason, and until when this is accepted.</p>
${table(['State', 'Clause and reason', 'Expires'], baseline.map(row))}
</section>`
}

function row({ clause, verdict, reason, expires, state }: BaselineReport): Markup {
  const thing = html`<span class="name">${linkTo(clause, clause)}, ${wordFor(verdict)}</span><span class="detail">${quoted(reason)}</span><span class="message">${MEANINGS[state]}</span>`
  return tableRow(verdictLabel(state), thing, day(expires))
}

/** Until when a clause is excused, if it is. */
export function until(id: string, baseline: readonly BaselineReport[]): Markup | null {
  const entry = baseline.find(({ clause, state }) => clause === id && state === 'applied')
  return entry === undefined ? null : html` until ${day(entry.expires)}`
}
