import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { counted } from '../../../contract/text/listed.ts'
import { html, type Markup, scenarioId } from '../../markup/markup.ts'
import { linkTo, quoted } from '../../markup/phrasing.ts'
import { type AdviceRow, lessonRows } from '../../text/advice.ts'
import { saidOf } from '../../text/blame.ts'
import { messageOf } from '../../text/causes.ts'
import { wordFor } from '../../text/looks.ts'
import { lessonOfClause, scenarioOf } from '../../text/verdict-words.ts'
import { evidence } from '../exchange.ts'
import { assumptionId } from '../sections/assumptions.ts'
import { verdictLabel } from '../verdict-label.ts'
import { adviceList } from './causes.ts'

/** The checks of a clause, folded. */
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

/** One check: its verdict and message, what it rests on, and its evidence. */
function checkItem(check: CheckReport, clause: ClauseReport, report: Report): Markup {
  const { id, title, verdict, message } = check
  const scenario = scenarioOf(check, report)
  const name = scenario === undefined ? title : `${scenario.sku} ${scenario.name}`
  return html`
<li class="ledger" id="${id}" data-name="${name}">
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
const OWN: readonly AdviceRow['label'][] = ['Likely line', 'Run it alone']

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
  const names = gaps.map((gap, index) => {
    const assumption = assumptions.find((one) => one.gap === gap)
    return html`${index === 0 ? null : ', '}${gapName(gap, assumption)}`
  })
  return html`<p class="rests">Rests on ${names}</p>`
}

function gapName(gap: string, assumption: AssumptionReport | undefined): Markup {
  const name = html`<code>${gap}</code>`
  if (assumption === undefined) return name
  const differs = assumption.verdict === 'differs' ? html` ${verdictLabel('differs')}` : null
  return html`${linkTo(assumptionId(gap), name)}${differs}`
}
