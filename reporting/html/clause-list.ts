import type { ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { html, type Markup } from '../markup/markup.ts'
import { assumptionId, linkTarget, prose } from '../markup/phrasing.ts'
import { moneyLost } from '../text/money-lost.ts'
import { saidOf } from '../text/said.ts'
import { keptBody } from './clause.ts'
import { countOf, type Row, rowCells } from './row.ts'

/** Each clause in one line. A kept clause unfolds there; any other links to its panel below. */
export function clauseList(report: Report): Markup {
  const { clauses, assumptions } = report
  const drifted = driftedAnswers(assumptions).map(({ gap, profileKey, provenance }) =>
    linkRow(assumptionId(gap), {
      said: 'drifted',
      name: profileKey,
      text: html`differs from what was ${provenance}`,
    }),
  )
  return html`
<ol class="rows" aria-label="Clauses">${drifted}${clauses.map((clause) => clauseRow(clause, report))}
</ol>`
}

function clauseRow(clause: ClauseReport, report: Report): Markup {
  const { id, text, verdict } = clause
  const lost = verdict === 'broken' ? moneyLost(id, report) : null
  const row = {
    said: saidOf(clause),
    name: id,
    text: html`<span title="${text.replaceAll('`', '')}">${prose(text)}</span>`,
    count: clause.excused === null ? countOf(clause, report) : 'excused',
    lost: lost && `${lost} lost`,
  }
  if (verdict !== 'kept') return linkRow(id, row)
  return html`
<li><details><summary class="row">${rowCells(row)}</summary>
<div class="inside" id="${id}">${keptBody(clause)}</div>
</details></li>`
}

function linkRow(id: string, row: Row): Markup {
  return html`
<li><a class="row" href="#${linkTarget(id)}">${rowCells(row)}</a></li>`
}
