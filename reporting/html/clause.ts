import type { CheckReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { html, Markup } from '../markup/markup.ts'
import { assumptionId, inRow, linkTo, prose, quoted, scenarioId, sectionSign } from '../markup/phrasing.ts'
import { ADVICE, type AdviceRow, type Cause, causesOf, lessonRows, messageOf } from '../text/causes.ts'
import { moneyLost } from '../text/money-lost.ts'
import { isWarning, saidOf } from '../text/said.ts'
import { sentenceOf } from '../text/sentence.ts'
import { lessonOfClause, scenarioOf } from '../text/verdict-words.ts'
import { profileFirst, whatToDo } from '../text/what-to-do.ts'
import { wholeExchanges } from './exchanges.ts'
import { countOf } from './row.ts'
import { clauseTimeline, exchangeTimeline } from './timeline.ts'
import { verdictLabel } from './verdict-label.ts'

const OPEN = new Markup(' open')

/**
 * A broken or excused clause: what happened, what it costs, why, and how to fix it. The panel of a broken must is open.
 */
export function clausePanel(clause: ClauseReport, report: Report): Markup {
  const { id, level, section } = clause
  const said = saidOf(clause)
  const isOpen = said === 'broken' && clause.excused === null
  const lost = moneyLost(id, report)
  const meta = [`${level} · ${sectionSign(section)}`, countOf(clause, report), lost && `${lost} lost`]
  return html`
<details class="panel ${said}"${isOpen ? OPEN : null}>
<summary>${verdictLabel(said)}<h2>${id}</h2><span class="meta">${meta.filter((one) => one !== null).join(' · ')}</span></summary>
<div class="inside" id="${id}">
${quotation(clause)}
${clause.excused === null ? causes(clause, report) : excuse(clause, report)}
${checkList(clause, report)}
</div>
</details>`
}

export function keptBody(clause: ClauseReport): Markup {
  const { level, section, checks } = clause
  const titles = new Set(checks.filter(({ verdict }) => verdict === 'kept').map(({ title }) => title))
  // The checks of a client differ only in their scenarios, which have a list of their own.
  const shown = clause.binds === 'server' ? [...titles] : []
  return html`<p class="quiet small">${level} · ${sectionSign(section)}</p>
${quotation(clause)}
${shown.length === 0 ? null : html`<ul class="small">${shown.map((title) => html`\n<li>${verdictLabel('kept')} ${quoted(title)}</li>`)}</ul>`}`
}

function quotation(clause: ClauseReport): Markup | null {
  const sentence = sentenceOf(clause)
  if (sentence === undefined) return html`<p>${prose(clause.text)}</p>`
  const { text, section, isInferred } = sentence
  const inferred = isInferred
    ? html`<p class="quiet">No sentence of the reference says so. Inferred from:</p>`
    : null
  return html`${inferred}<blockquote>“${text}” <cite>${sectionSign(section)}</cite></blockquote>`
}

function excuse({ id, excused }: ClauseReport, { baseline }: Report): Markup {
  const entry = baseline.find(({ clause, state }) => clause === id && state === 'applied')
  const until = entry === undefined ? '' : ` until ${entry.expires}`
  return html`<p>Excused by the baseline${until}: ${quoted(excused ?? '')}</p>`
}

function causes(clause: ClauseReport, report: Report): Markup {
  const [first, ...others] = causesOf(clause)
  const isTaught = lessonOfClause(clause) !== null
  const advice = isTaught ? profileFirst(clause, report) : whatToDo(clause, report)
  const more =
    others.length === 0
      ? null
      : html`
<details><summary>${counted(others.length, 'more cause')}</summary>
${others.map((cause) => html`<div class="inside">${causeBody(cause, report)}</div>`)}
</details>`
  return html`${advice === null ? null : html`<p><b>${prose(advice)}</b></p>`}
${first === undefined ? null : html`${causeBody(first, report)}\n${shown(first, clause, report)}`}${more}
${restsOn(clause, report)}`
}

function causeBody({ message, lesson, checks }: Cause, report: Report): Markup {
  const titles = report.kind === 'verify' ? [...new Set(checks.map(({ title }) => title))] : []
  const failed = titles.map((text): AdviceRow => ({ label: 'Failed check', text }))
  const rows = [...failed, ...lessonRows(lesson, report)]
  return html`<p class="message">${quoted(message)}</p>
${rows.length === 0 ? null : adviceList(rows)}`
}

export function adviceList(rows: readonly AdviceRow[]): Markup {
  const row = ({ label, text }: AdviceRow) =>
    html`\n<div class="${ADVICE[label].about}"><dt>${label}</dt><dd>${DESCRIBED[ADVICE[label].form](text)}</dd></div>`
  return html`<dl>${rows.map(row)}
</dl>`
}

/** Advice may quote the client, so its text direction is isolated. */
const DESCRIBED = {
  prose: (text: string) => html`<bdi>${prose(text)}</bdi>`,
  output: (text: string) => html`<pre><code>${text}</code></pre>`,
  command: (text: string) => html`<code>${text}</code>`,
}

/** The requests that show a cause: from its simplest scenario, or from the check that sent them. */
function shown({ checks: [first] }: Cause, { id }: ClauseReport, report: Report): Markup | null {
  if (first === undefined) return null
  const scenario = scenarioOf(first, report)
  const whole = wholeExchanges(first.evidence)
  if (scenario === undefined)
    return first.evidence.length === 0 ? null : html`${exchangeTimeline(first.evidence)}\n${whole}`
  return html`<p class="quiet">From ${linkTo(scenarioId(scenario.sku), scenario.sku)}: ${quoted(scenario.story)}</p>
${clauseTimeline(scenario, id)}
${whole}`
}

function restsOn({ checks, verdict }: ClauseReport, { assumptions }: Report): Markup | null {
  const gaps = new Set(checks.filter((check) => check.verdict === verdict).flatMap((check) => check.restsOn))
  if (gaps.size === 0) return null
  const names = [...gaps].map((gap) => {
    const found = assumptions.find((one) => one.gap === gap)
    if (found === undefined) return html`<code>${gap}</code>`
    const differs = found.verdict === 'differs' ? ' differs' : ''
    return html`${linkTo(assumptionId(gap), html`<code>${gap}</code>`)} (${found.provenance}${differs})`
  })
  return html`<p class="quiet small rests">This verdict depends on answers of the profile: ${inRow(names)}.</p>`
}

/** For a client, the scenarios in which the clause is broken; for a service, the result of each check. */
function checkList(clause: ClauseReport, report: Report): Markup | null {
  const { verdict, checks } = clause
  const places = checks
    .filter((check) => check.verdict === verdict)
    .flatMap((check) => scenarioOf(check, report)?.sku ?? [])
  if (report.kind === 'certify') {
    if (places.length < 2) return null
    return html`<details><summary>All ${places.length} scenarios in which it is ${isWarning(clause) ? 'a warning' : verdict}</summary>
<ul class="names small">${places.map((sku) => html`\n<li>${linkTo(scenarioId(sku), sku)}</li>`)}</ul>
</details>`
  }
  if (checks.length < 2) return null
  return html`<details><summary>${counted(checks.length, 'check')}</summary>
<ul class="small">${checks.map((check) => checkItem(check, clause))}</ul>
</details>`
}

function checkItem(check: CheckReport, clause: ClauseReport): Markup {
  const { title, verdict } = check
  const message = messageOf(check, clause.id)
  return html`
<li>${verdictLabel(saidOf({ level: clause.level, verdict }))} ${quoted(title)}${message === '' ? null : html`<p class="message quiet">${quoted(message)}</p>`}</li>`
}
