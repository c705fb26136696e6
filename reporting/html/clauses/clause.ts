import { isInferred, STATEMENTS } from '../../../contract/reference/statements.ts'
import type { BaselineReport, CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { legible } from '../../../contract/text/harmless.ts'
import { counted } from '../../../contract/text/listed.ts'
import { html, type Markup, scenarioId } from '../../markup/markup.ts'
import { inRow, linkTo, prose, quoted, section, sectionSign } from '../../markup/phrasing.ts'
import { type AdviceRow, lessonRows, messageOf, quotationIn } from '../../text/causes.ts'
import { saidOf, wordFor } from '../../text/said.ts'
import { lessonOfClause, scenarioOf } from '../../text/verdict-words.ts'
import { profileFirst, whatToDo } from '../../text/what-to-do.ts'
import { evidence } from '../exchange.ts'
import { assumptionId } from '../sections/assumptions.ts'
import { until } from '../sections/notes.ts'
import { verdictLabel } from '../verdict-label.ts'
import { adviceList, causeList } from './causes.ts'

export function clauseArticle(clause: ClauseReport, report: Report): Markup {
  const { id, level, text } = clause
  const said = saidOf(clause)
  return html`
<article class="ledger clause" id="${id}">
<div>
<h3>${linkTo(id, id)} <span class="meta">${sectionSign(clause.section)} · ${level}</span></h3>
<p class="statement">${prose(text)}</p>
${quotation(id, clause.checks)}
${correctionFirst(clause, report)}${causeList(clause, report)}
${advice(clause, report)}
${checkList(clause, report)}
</div>
<p class="mark">${verdictLabel(said)}</p>
</article>`
}

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

function keptClause(clause: ClauseReport, report: Report): Markup {
  const { id, level, text } = clause
  return html`
<details class="fold keep">
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
function quotation(id: string, checks: readonly CheckReport[] = []): Markup | null {
  const all = STATEMENTS.filter(({ clauses }) => clauses.some((clause) => clause === id))
  const against = checks.flatMap((check) => quotationIn(check) ?? []).join(' ')
  const broken = all.filter(({ text }) => against.includes(`“${legible(text)}”`))
  const statements = broken.length > 0 ? broken : all
  if (statements.length === 0) return null
  const lines = statements.map((one) => html`<p>${one.text} <cite>${sectionSign(one.section)}</cite></p>`)
  const inferred = isInferred(id)
    ? html`<p class="rests">No sentence of the reference says so. Inferred from:</p>`
    : null
  return html`${inferred}<blockquote>${lines}</blockquote>`
}

export function checkList(clause: ClauseReport, report: Report): Markup | null {
  const { id, checks } = clause
  if (checks.length === 0) return null
  return html`<details class="checks">
<summary>${checkCount(clause)}</summary>
<ul aria-label="Checks of ${id}">${checks.map((check) => checkItem(check, clause, report))}</ul>
</details>`
}

function checkCount({ level, checks }: ClauseReport): string {
  const groups = Map.groupBy(checks, ({ verdict }) => saidOf({ level, verdict }))
  const order = ['broken', 'warning', 'not-observed', 'out-of-reach', 'kept'] as const
  const counts = order.flatMap((said) => {
    const count = groups.get(said)?.length ?? 0
    if (count === 0) return []
    return [count === checks.length ? wordFor(said) : `${count} ${wordFor(said)}`]
  })
  return `${counted(checks.length, 'check')}: ${counts.join(', ')}`
}

function checkItem(check: CheckReport, clause: ClauseReport, report: Report): Markup {
  const { id, title, verdict, message } = check
  const scenario = scenarioOf(check, report)
  return html`
<li class="ledger" id="${id}">
<p class="mark">${verdictLabel(saidOf({ level: clause.level, verdict }))}</p>
<div>
<p class="title">${scenario === undefined ? quoted(title) : html`${linkTo(scenarioId(scenario.sku), scenario.sku)} <span class="detail">${scenario.name}</span>`}</p>
${message === null ? null : html`<p class="message">${quoted(messageOf(check, clause.id))}</p>`}${ownLesson(check, clause, report)}
${restsOn(check, report)}
${evidence(check.evidence, report)}
</div>
</li>`
}

/** What differs from check to check, where their advice is the same. */
const OWN: readonly AdviceRow['label'][] = ['Run it alone']

/** How to run a broken check alone, if it can be; its whole lesson, where it is not the one that the clause teaches. */
function ownLesson({ lesson, verdict }: CheckReport, clause: ClauseReport, report: Report): Markup | null {
  if (verdict !== 'broken' || lesson === null) return null
  const first = lessonOfClause(clause)
  const isSame =
    first !== null &&
    (['consequence', 'cause', 'remedy'] as const).every((part) => first[part] === lesson[part])
  const rows = lessonRows(lesson, report)
  const own = isSame ? rows.filter(({ label }) => OWN.includes(label)) : rows
  return own.length === 0 ? null : adviceList(own)
}

function restsOn({ restsOn: gaps }: CheckReport, { assumptions }: Report): Markup | null {
  if (gaps.length === 0) return null
  const names = gaps.map((gap) => {
    const name = html`<code>${gap}</code>`
    const assumption = assumptions.find((one) => one.gap === gap)
    if (assumption === undefined) return name
    const differs = assumption.verdict === 'differs' ? html` ${verdictLabel('differs')}` : null
    return html`${linkTo(assumptionId(gap), name)}${differs}`
  })
  return html`<p class="rests">Rests on ${inRow(names)}</p>`
}
