import type { ClauseReport, Report, ScenarioReport } from '../../../contract/report/report.ts'
import { html, type Markup, scenarioId } from '../../markup/markup.ts'
import { linkTo } from '../../markup/phrasing.ts'
import { saidOf } from '../../text/said.ts'
import { verdictMark } from '../verdict-label.ts'

export function contents({ clauses, scenarios, assumptions, baseline, remarks }: Report): Markup {
  const parts = [
    ...(remarks.length === 0 ? [] : [['remarks', 'Remarks'] as const]),
    ...(assumptions.length === 0 ? [] : [['assumptions', 'Assumptions'] as const]),
    ...(baseline.length === 0 ? [] : [['baseline', 'Baseline'] as const]),
  ]
  return html`
<nav aria-label="Contents">
<ul>${clauses.map(clauseItem)}${(scenarios ?? []).map(scenarioItem)}${parts.map(([id, title]) => html`\n<li class="part">${linkTo(id, title)}</li>`)}
</ul>
</nav>`
}

function clauseItem(clause: ClauseReport): Markup {
  return html`
<li>${linkTo(clause.id, html`${verdictMark(saidOf(clause))}<span>${clause.id}</span>`)}</li>`
}

function scenarioItem({ sku, outcome }: ScenarioReport, index: number): Markup {
  return html`
<li${index === 0 ? FIRST : null}>${linkTo(scenarioId(sku), html`${verdictMark(outcome)}<span>${sku}</span>`)}</li>`
}

const FIRST = html` class="scenarios"`
