import { isInferred, STATEMENTS } from '../../../contract/reference/statements.ts'
import type { BaselineReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, prose, quoted, section, sectionSign } from '../../markup/phrasing.ts'
import { saidOf } from '../../text/blame.ts'
import { lessonOfClause } from '../../text/verdict-words.ts'
import { profileFirst, whatToDo } from '../../text/what-to-do.ts'
import { until } from '../sections/notes.ts'
import { verdictLabel } from '../verdict-label.ts'
import { causeList } from './causes.ts'
import { checkList } from './check.ts'

/** A clause that is not kept: what it asks, why it is not kept, what to do, and the checks that show it. */
export function clauseArticle(clause: ClauseReport, report: Report): Markup {
  const { id, level, text } = clause
  const said = saidOf(clause)
  return html`
<article class="ledger clause" id="${id}" data-is="${said}">
<div>
<h3>${linkTo(id, id)} <span class="meta">${sectionSign(clause.section)} · ${level}</span></h3>
<p class="statement">${prose(text)}</p>
${quotation(id)}
${correctionFirst(clause, report)}${causeList(clause, report)}
${advice(clause, report)}
${checkList(clause, report)}
</div>
<p class="mark">${verdictLabel(said)}</p>
</article>`
}

/** The clauses that are kept, in the order of the report, each on a line. */
export function keptSection(report: Report): Markup | null {
  const kept = report.clauses.filter(({ verdict }) => verdict === 'kept')
  if (kept.length === 0) return null
  return section(
    'clauses',
    'Kept clauses',
    null,
    kept.map((clause) => keptClause(clause, report)),
  )
}

/** A clause that is kept, on one line, with its words and its checks folded. */
function keptClause(clause: ClauseReport, report: Report): Markup {
  const { id, level, text } = clause
  return html`
<details class="fold keep" data-is="kept">
<summary><span class="mark">${verdictLabel('kept')}</span> <span class="what"><h3>${id}</h3> <span class="detail">${prose(text)}</span></span></summary>
<div class="inside" id="${id}">
<p class="meta">${sectionSign(clause.section)} · ${level}</p>
${quotation(id)}
${checkList(clause, report)}
</div>
</details>`
}

/** What to correct in the profile before anything is fixed by the advice of a cause. */
function correctionFirst(clause: ClauseReport, report: Report): Markup | null {
  const first = isTaught(clause) ? profileFirst(clause, report) : null
  return first === null ? null : html`<p class="advice">${prose(first)}</p>`
}

/** What to do about a clause whose causes have no advice. */
function advice(clause: ClauseReport, report: Report): Markup | null {
  if (clause.excused !== null) return excuse(clause.id, clause.excused, report.baseline)
  return isTaught(clause) ? null : html`<p class="advice">${prose(whatToDo(clause, report))}</p>`
}

function isTaught(clause: ClauseReport): boolean {
  return clause.excused === null && lessonOfClause(clause) !== null
}

function excuse(id: string, reason: string, baseline: readonly BaselineReport[]): Markup {
  return html`<p class="excuse">Excused by the baseline${until(id, baseline)}: ${quoted(reason)}</p>`
}

/** The reference's own words, or those that a clause is inferred from. A clause that this version does not know has none. */
function quotation(id: string): Markup | null {
  const statements = STATEMENTS.filter(({ clauses }) => clauses.some((clause) => clause === id))
  if (statements.length === 0) return null
  const lines = statements.map((one) => html`<p>${one.text} <cite>${sectionSign(one.section)}</cite></p>`)
  const inferred = isInferred(id)
    ? html`<p class="rests">No sentence of the reference says so. Inferred from:</p>`
    : null
  return html`${inferred}<blockquote>${lines}</blockquote>`
}
