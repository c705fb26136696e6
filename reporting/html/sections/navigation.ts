import type { ClauseReport, Report, ScenarioReport } from '../../../contract/report/report.ts'
import { html, Markup, scenarioId } from '../../markup/markup.ts'
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

const FILTERS = [
  ['broken', 'Broken'],
  ['undecided', 'Undecided'],
  ['warning', 'Warnings'],
  ['not-observed', 'Not observed'],
  ['kept', 'Kept'],
] as const

/** Filter and search. They need the script of the page, which shows them. */
export function controls({ clauses, scenarios }: Report): Markup | null {
  if (clauses.length === 0) return null
  const count = (wanted: string) => clauses.filter((clause) => saidOf(clause) === wanted).length
  const filters = FILTERS.filter(([said]) => said !== 'undecided' || count(said) > 0)
  const what = scenarios === null ? 'check' : 'scenario'
  return html`
<form class="controls" role="search" hidden>
<div role="group" aria-label="Show">${button('all', `All ${clauses.length}`, true)}${filters.map(([said, word]) => button(said, `${word} ${count(said)}`, false))}</div>
<label>Find a ${what} <input type="search" placeholder="by its name" autocomplete="off" spellcheck="${new Markup('false')}"></label>
</form>`
}

function button(value: string, text: string, isPressed: boolean): Markup {
  return html`<button type="button" value="${value}" aria-pressed="${String(isPressed)}">${text}</button>`
}
