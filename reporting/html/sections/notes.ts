import type { BaselineReport, Report } from '../../../contract/report/report.ts'
import { html, type Markup, scenarioId } from '../../markup/markup.ts'
import { day, linkTo, quoted, section, table, tableRow } from '../../markup/phrasing.ts'
import { groupRemarks, REMARKS_TITLE, type RemarkGroup } from '../../text/notes.ts'
import { wordFor } from '../../text/said.ts'
import { verdictLabel } from '../verdict-label.ts'

export function remarksSection(report: Report): Markup | null {
  const groups = groupRemarks(report.remarks)
  if (groups.length === 0) return null
  const intro = 'No clause of the reference covers these, but they are worth a look.'
  const shown = groups.map((group) => remark(group, report))
  return section('remarks', REMARKS_TITLE, intro, shown)
}

function remark({ id, message, scenarios }: RemarkGroup, report: Report): Markup {
  return html`
<div class="item">
<h3>${id}</h3>
<p class="message">${quoted(message)}</p>
${scenarios.length === 0 ? null : html`<p class="places">Scenarios: ${scenarios.map((sku) => html`${place(sku, report)} `)}</p>`}
</div>`
}

function place(sku: string, { scenarios }: Report): Markup {
  const isShown = scenarios?.some((scenario) => scenario.sku === sku) === true
  return isShown ? linkTo(scenarioId(sku), sku) : html`${sku}`
}

const MEANINGS: Record<BaselineReport['state'], string> = {
  applied: 'Excuses the clause.',
  stale: 'The run shows otherwise: it excuses nothing. Remove it.',
  expired: 'It no longer excuses anything. Fix the clause, or set a new date.',
}

export function baselineSection(baseline: readonly BaselineReport[]): Markup | null {
  if (baseline.length === 0) return null
  const intro = 'Clauses that are known not to be kept, the reason, and until when this is accepted.'
  const entries = table(['State', 'Clause and reason', 'Expires'], baseline.map(row))
  return section('baseline', 'Baseline', intro, entries)
}

function row({ clause, verdict, reason, expires, state }: BaselineReport): Markup {
  const thing = html`<span class="name">${linkTo(clause, clause)}, ${wordFor(verdict)}</span><span class="detail">${quoted(reason)}</span><span class="message">${MEANINGS[state]}</span>`
  return tableRow(verdictLabel(state), thing, day(expires))
}

export function until(id: string, baseline: readonly BaselineReport[]): Markup | null {
  const entry = baseline.find(({ clause, state }) => clause === id && state === 'applied')
  return entry === undefined ? null : html` until ${day(entry.expires)}`
}
