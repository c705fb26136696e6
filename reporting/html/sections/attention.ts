import type { ClauseReport, Report } from '../../../contract/report/report.ts'
import { driftedAnswers } from '../../../contract/report/verdict.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, prose, quoted, sectionSign } from '../../markup/phrasing.ts'
import { scenarioPlaces } from '../../markup/scenario-places.ts'
import { counted } from '../../text/counted.ts'
import { lessonOf } from '../../text/parts-of-report.ts'
import { AFTER_THE_RUN, profileFirst, whatToDo } from '../../text/what-to-do.ts'
import { type Said, verdictLabel } from '../verdict-label.ts'
import { assumptionId } from './assumptions.ts'
import { until } from './baseline.ts'
import { clauseLesson } from './lesson.ts'
import { dependenceItems } from './variants.ts'

const MOST_CAUSES = 2

/** What to look at first: what is broken, then what was not observed, then what is excused, each with what to do. */
export function attentionSection(report: Report): Markup {
  const items = [
    ...afterTheRun(report),
    ...drifted(report),
    ...clauseItems(report),
    ...dependenceItems(report.variants),
    ...baselineItems(report),
    ...differing(report),
  ]
  return html`
<section id="attention" aria-labelledby="attention-title">
<h2 id="attention-title">Needs attention</h2>
${items.length === 0 ? html`<p class="intro">${nothing(report)}</p>` : html`<ul class="attention">${items}</ul>`}
</section>`
}

function nothing({ variants }: Report): string {
  if (variants === null) return 'Nothing: every clause was observed, and kept.'
  return 'Nothing: the client was not seen to depend on an answer.'
}

function afterTheRun({ outcome }: Report): Markup[] {
  const advice = AFTER_THE_RUN[outcome]
  return advice === undefined ? [] : [remedyItem(outcome, prose(advice))]
}

function remedyItem(said: Said, remedy: Markup): Markup {
  return html`\n<li class="ledger"><p class="mark">${verdictLabel(said)}</p><p class="advice">${remedy}</p></li>`
}

/** The clauses that are not kept, first those that count. When nothing at all was seen, they are not listed one by one. */
function clauseItems(report: Report): Markup[] {
  if (isBlind(report)) return AFTER_THE_RUN[report.outcome] === undefined ? [nothingSeen(report)] : []
  const rank = ({ verdict, excused, level }: ClauseReport) =>
    (verdict === 'out-of-reach' ? 8 : 0) +
    (excused === null ? 0 : 4) +
    (verdict === 'broken' ? 0 : 2) +
    (level === 'must' ? 0 : 1)
  return report.clauses
    .filter(({ verdict }) => verdict !== 'kept')
    .toSorted((one, other) => rank(one) - rank(other))
    .map((clause) => clauseItem(clause, report))
}

/** Whether a run saw nothing of any clause: it then has one cause, not one for each. */
export function isBlind({ clauses }: Report): boolean {
  return clauses.length > 1 && clauses.every(({ verdict }) => verdict !== 'kept' && verdict !== 'broken')
}

function nothingSeen({ clauses }: Report): Markup {
  return html`
<li class="ledger">
<p class="mark">${verdictLabel('not-observed')}</p>
<div>
<p class="name">None of the ${counted(clauses.length, 'clause')} was observed</p>
${causes(clauses.flatMap(({ checks }) => checks))}
<p class="advice">Remove the cause shown, and run again.</p>
</div>
</li>`
}

function clauseItem(clause: ClauseReport, report: Report): Markup {
  const { id, section, level, verdict, checks } = clause
  const unkept = checks.filter((check) => check.verdict === verdict)
  return html`
<li class="ledger">
<p class="mark">${verdictLabel(verdict)}</p>
<div>
<p class="name">${linkTo(id, id)} <span class="meta">${sectionSign(section)} · ${level}</span></p>
${causes(unkept)}
${teaching(clause, report) ?? html`${advice(clause, report)}${places(clause, report)}`}
</div>
</li>`
}

/** The advice of a clause that counts, if there is one; before it, what to correct in the profile. */
function teaching(clause: ClauseReport, report: Report): Markup | null {
  const lesson = lessonOf(clause)
  if (lesson === null || clause.excused !== null) return null
  const first = profileFirst(clause, report)
  return html`${first === null ? null : html`<p class="advice">${prose(first)}</p>`}${clauseLesson(clause, lesson, report)}`
}

/** The scenarios that decided a clause without advice; nothing in a run without scenarios. */
function places(clause: ClauseReport, report: Report): Markup | null {
  const links = scenarioPlaces(clause, report)
  return links === null ? null : html`<p class="places">Timeline: ${links}</p>`
}

/** The messages of the checks, each once, and only the first few: all of them are next to their checks. */
function causes(checks: readonly { message: string | null }[]): Markup {
  const messages = [...new Set(checks.flatMap(({ message }) => message ?? []))]
  const more = messages.length - MOST_CAUSES
  const shown = messages
    .slice(0, MOST_CAUSES)
    .map((message) => html`<p class="message">${quoted(message)}</p>`)
  return html`${shown}${more > 0 ? html`<p class="message">And ${counted(more, 'cause')} more, below.</p>` : null}`
}

function advice(clause: ClauseReport, report: Report): Markup {
  if (clause.excused === null) return html`<p class="advice">${prose(whatToDo(clause, report))}</p>`
  return html`<p class="excuse">Excused by the baseline${until(clause.id, report.baseline)}: ${quoted(clause.excused)}</p>`
}

function baselineItems({ baseline }: Report): Markup[] {
  return baseline
    .filter(({ state }) => state !== 'applied')
    .map(({ clause, state }) => {
      const entry = html`the entry for ${linkTo(clause, clause)} in the ${linkTo('baseline', 'baseline')}`
      const remedy =
        state === 'stale'
          ? html`Remove ${entry}: the run shows otherwise.`
          : html`Fix the clause, or set a new date for ${entry}.`
      return remedyItem(state, remedy)
    })
}

/** An answer that was observed or confirmed, and differs now: it fails the run. */
function drifted({ assumptions }: Report): Markup[] {
  return driftedAnswers(assumptions).map(
    ({ gap, profileKey, provenance, message }) => html`
<li class="ledger">
<p class="mark">${verdictLabel('drifted')}</p>
<div>
<p class="name">${linkTo(assumptionId(gap), gap)} <span class="meta">differs from what was ${provenance}</span></p>
${causes([{ message }])}
<p class="advice">This is not a verdict on a clause. Ask the operator whether the service was changed: if so, correct <code>${profileKey}</code> in the profile.</p>
</div>
</li>`,
  )
}

function differing({ assumptions }: Report): Markup[] {
  const differ = assumptions.filter(
    ({ verdict, provenance }) => verdict === 'differs' && provenance === 'assumed',
  )
  if (differ.length === 0) return []
  const keys = [...new Set(differ.map(({ profileKey }) => profileKey))]
  const names = keys.map((key, index) => html`${index === 0 ? null : ', '}<code>${key}</code>`)
  const remedy = html`Correct ${names} in the profile: see the ${linkTo('assumptions', 'assumptions')}.`
  return [remedyItem('differs', remedy)]
}
