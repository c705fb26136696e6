import type { ClauseReport, Report } from '../../../contract/report/report.ts'
import { driftedAnswers } from '../../../contract/report/verdict.ts'
import { counted } from '../../../contract/text/listed.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { inRow, linkTo, prose, quoted, section, sectionSign } from '../../markup/phrasing.ts'
import { causesOf, startFailureRows } from '../../text/causes.ts'
import { isWarning, type Said, saidOf } from '../../text/said.ts'
import {
  AFTER_THE_RUN,
  isBlind,
  type UnseenGroup,
  unseenAdvice,
  unseenGroups,
  unseenMessages,
} from '../../text/what-to-do.ts'
import { adviceList, moreCauses, places } from '../clauses/causes.ts'
import { checkList, clauseArticle } from '../clauses/clause.ts'
import { verdictLabel } from '../verdict-label.ts'
import { assumptionId } from './assumptions.ts'

export function attentionSection(report: Report): Markup {
  const items = [
    ...afterTheRun(report),
    ...startFailureItems(report),
    ...drifted(report),
    ...clauseItems(report),
    ...baselineItems(report),
    ...differing(report),
  ]
  const content = items.length === 0 ? html`<p class="intro">${nothing(report)}</p>` : items
  return section('attention', 'Needs attention', null, content)
}

/** Clauses of level should that are broken: warnings, which fail nothing. */
export function warningsSection(report: Report): Markup | null {
  const warnings = warningsIn(report)
  if (warnings.length === 0) return null
  const intro = html`Recommendations of the reference that are not followed. They are counted apart, and fail a run only with <code>--strict</code>.`
  const articles = warnings.map((clause) => clauseArticle(clause, report))
  return section('warnings', 'Warnings', intro, articles)
}

function warningsIn({ clauses }: Report): readonly ClauseReport[] {
  return clauses.filter((clause) => isWarning(clause) && clause.excused === null)
}

function nothing(report: Report): string {
  if (report.outcome === 'incomplete' && report.remarks.some(({ id }) => id === 'reference-client'))
    return 'Every clause was kept, but the reference client did not get its card: see the remarks.'
  if (warningsIn(report).length > 0) return 'Nothing: every must was observed, and kept.'
  return 'Nothing: every clause was observed, and kept.'
}

function afterTheRun({ outcome }: Report): Markup[] {
  const advice = AFTER_THE_RUN[outcome]
  return advice === undefined ? [] : [remedyItem(outcome, prose(advice))]
}

function remedyItem(said: Said, remedy: Markup): Markup {
  return html`\n<div class="ledger item"><p class="advice">${remedy}</p><p class="mark">${verdictLabel(said)}</p></div>`
}

function clauseItems(report: Report): Markup[] {
  if (isBlind(report) && AFTER_THE_RUN[report.outcome] !== undefined) return []
  const unkept = report.clauses.filter((clause) => clause.verdict !== 'kept')
  const excused = unkept.filter((clause) => clause.excused !== null)
  const open = unkept.filter((clause) => clause.excused === null && !isWarning(clause))
  const broken = open.filter(({ verdict }) => verdict === 'broken')
  const unseen = open
    .filter(({ verdict }) => verdict !== 'broken')
    .toSorted((one, other) => rank(one) - rank(other))
  return [
    ...broken.map((clause) => clauseArticle(clause, report)),
    ...unseenGroups(unseen, report).map((group) => unseenArticle(group, report)),
    ...excused.map((clause) => clauseArticle(clause, report)),
  ]
}

function rank({ verdict, level }: ClauseReport): number {
  return (verdict === 'out-of-reach' ? 2 : 0) + (level === 'must' ? 0 : 1)
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
<div class="ledger item">
<div>
<h3>${linkTo(assumptionId(gap), gap)} <span class="meta">differs from what was ${provenance}</span></h3>
${message === null ? null : html`<p class="message">${quoted(message)}</p>`}
<p class="advice">This is not a verdict on a clause. Ask the operator whether the service was changed: if so, correct <code>${profileKey}</code> in the profile.</p>
</div>
<p class="mark">${verdictLabel('drifted')}</p>
</div>`,
  )
}

function differing({ assumptions }: Report): Markup[] {
  const differ = assumptions.filter(
    ({ verdict, provenance }) => verdict === 'differs' && provenance === 'assumed',
  )
  if (differ.length === 0) return []
  const keys = [...new Set(differ.map(({ profileKey }) => profileKey))]
  const names = keys.map((key) => html`<code>${key}</code>`)
  const remedy = html`Correct ${inRow(names)} in the profile: see the ${linkTo('assumptions', 'assumptions')}.`
  return [remedyItem('differs', remedy)]
}

function startFailureItems({ startFailure }: Report): Markup[] {
  if (startFailure === undefined) return []
  return [
    html`
<article class="ledger clause" id="start-failure">
<div>
<h3>The client could not begin</h3>
<p class="message">${quoted(startFailure.message)}</p>
${adviceList(startFailureRows(startFailure))}
</div>
<p class="mark">${verdictLabel('not-observed')}</p>
</article>`,
  ]
}

const MOST_CAUSES = 2

function unseenArticle(group: UnseenGroup, report: Report): Markup {
  const [first, ...others] = group
  if (others.length === 0) return clauseArticle(first, report)
  const said = saidOf(first)
  const count = counted(group.length, 'clause')
  return html`
<article class="ledger clause">
<div>
<h3>${isBlind(report) ? `None of the ${count} was observed` : `${count}, for one cause`}</h3>
${causes(group, report)}
<p class="advice">${prose(unseenAdvice(group, report))}</p>
${places(
  group.flatMap((clause) => causesOf(clause).flatMap(({ checks }) => checks)),
  report,
)}
<ul class="roll">${group.map(({ id }) => html`\n<li>${linkTo(id, id)}</li>`)}
</ul>
<details class="each">
<summary>What each of them asks, and its checks</summary>
${group.map((clause) => clauseLine(clause, report))}
</details>
</div>
<p class="mark">${verdictLabel(said)}</p>
</article>`
}

function causes(group: UnseenGroup, report: Report): Markup {
  const messages = unseenMessages(group, report)
  const shown = messages
    .slice(0, MOST_CAUSES)
    .map((message) => html`<p class="message">${quoted(message)}</p>`)
  return html`${shown}${moreCauses(messages.length - MOST_CAUSES)}`
}

function clauseLine(clause: ClauseReport, report: Report): Markup {
  const { id, level, text } = clause
  return html`
<div class="unseen-clause" id="${id}">
<h4>${linkTo(id, id)} <span class="meta">${sectionSign(clause.section)} · ${level}</span></h4>
<p class="detail">${prose(text)}</p>
${checkList(clause, report)}
</div>`
}
