import { isInferred, STATEMENTS } from '../../../contract/reference/statements.ts'
import type { BaselineReport, CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { html, Markup } from '../../markup/markup.ts'
import { linkTo, prose, quoted, sectionSign } from '../../markup/phrasing.ts'
import { counted } from '../../text/counted.ts'
import { verdictLabel, wordFor } from '../verdict-label.ts'
import { isBlind } from './attention.ts'
import { until } from './baseline.ts'
import { checkItem } from './check.ts'

/** Clause by clause, in the order of the report. */
export function clausesSection(report: Report): Markup | null {
  if (report.clauses.length === 0) return null
  const parties = [...new Set(report.clauses.map(({ binds }) => binds))].join(' and the ')
  return html`
<section id="clauses" aria-labelledby="clauses-title">
<h2 id="clauses-title">Clauses</h2>
<p class="intro">What the reference requires of the ${parties}, compared with what was seen.</p>
${report.clauses.map((clause) => clauseArticle(clause, report))}
</section>`
}

function clauseArticle(clause: ClauseReport, report: Report): Markup {
  const { id, level, section, text, verdict } = clause
  return html`
<article id="${id}">
<div class="ledger">
<div>
<h3>${linkTo(id, id)} <span class="meta">${sectionSign(section)} · ${level}</span></h3>
<p class="statement">${prose(text)}</p>
${ownWords(id)}
${excuse(clause, report.baseline)}
</div>
<p class="mark">${verdictLabel(verdict)}</p>
</div>
${checksOf(clause, report)}
</article>`
}

/** The checks of a clause, collapsed when they only show that it is kept. */
function checksOf(clause: ClauseReport, report: Report): Markup | null {
  const { id, verdict, checks } = clause
  if (checks.length === 0) return null
  const open = verdict === 'kept' || isBlind(report) ? null : new Markup(' open')
  return html`<details class="checks"${open}>
<summary>${checkCount(checks)}</summary>
<ul aria-label="Checks of ${id}">${checks.map((check) => checkItem(check, clause, report))}</ul>
</details>`
}

function checkCount(checks: readonly CheckReport[]): string {
  const count = (verdict: CheckReport['verdict']) => checks.filter((one) => one.verdict === verdict).length
  const counts = (['broken', 'not-observed', 'out-of-reach', 'kept'] as const)
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) =>
      count(verdict) === checks.length ? wordFor(verdict) : `${count(verdict)} ${wordFor(verdict)}`,
    )
  return `${counted(checks.length, 'check')}: ${counts.join(', ')}`
}

/** The reference's own words, or those that a clause is inferred from. A clause that this version does not know has none. */
function ownWords(id: string): Markup | null {
  const statements = STATEMENTS.filter(({ clauses }) => clauses.some((clause) => clause === id))
  if (statements.length === 0) return null
  const lines = statements.map(
    ({ section, text }) => html`<p>${text} <cite>${sectionSign(section)}</cite></p>`,
  )
  const inferred = isInferred(id)
    ? html`<p class="rests">No sentence of the reference says so. Inferred from:</p>`
    : null
  return html`${inferred}<blockquote>${lines}</blockquote>`
}

function excuse({ id, excused }: ClauseReport, baseline: readonly BaselineReport[]): Markup | null {
  if (excused === null) return null
  return html`<p class="excuse">Excused by the baseline${until(id, baseline)}: ${quoted(excused)}</p>`
}
