import { GAPS, isGapId } from '../../contract/reference/gaps.ts'
import type { AssumptionReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { tallied } from '../../contract/text/listed.ts'
import { html, Markup } from '../markup/markup.ts'
import { assumptionId, prose, quoted, sectionSign } from '../markup/phrasing.ts'
import { unseenAnswers } from '../text/what-to-do.ts'
import { verdictLabel } from './verdict-label.ts'

/** The words for each verdict in the tally, in the order of the table. */
const WORDS = { differs: 'differ', 'not-observed': 'not observed', holds: 'hold' } as const

const OPEN = new Markup(' open')

/**
 * The assumptions of the profile with their verdicts. The panel is open if an observed or confirmed one differs, which
 * fails the run.
 */
export function assumptionsPanel({ assumptions }: Report): Markup | null {
  if (assumptions.length === 0) return null
  const { alike, others } = unseenAnswers(assumptions)
  const tally = tallied(
    assumptions.map(({ verdict }) => WORDS[verdict]),
    Object.values(WORDS),
  )
  const isOpen = driftedAnswers(assumptions).length > 0
  return html`
<details class="panel"${isOpen ? OPEN : null}>
<summary><h2>Assumptions of the profile</h2> <span class="meta">${tally}</span></summary>
<div class="inside">
<p>The reference leaves these open, and the profile answers them. None of them is a clause. An answer that was observed or confirmed, and differs now, fails the run.</p>
${others.length === 0 ? null : answerTable(others)}
${[...alike].map(([message, answers]) => unseenList(message, answers))}
</div>
</details>`
}

function answerTable(answers: readonly AssumptionReport[]): Markup {
  const heads = ['Verdict', 'Line of the profile', 'What the reference leaves open']
  return html`<table class="answers" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${answers.toSorted((one, other) => rankOf(one) - rankOf(other)).map(answerRow)}
</tbody>
</table>`
}

function rankOf({ verdict }: AssumptionReport): number {
  return Object.keys(WORDS).indexOf(verdict)
}

function answerRow(answer: AssumptionReport): Markup {
  const { gap, profileKey, provenance, verdict, message } = answer
  const said = driftedAnswers([answer]).length > 0 ? 'drifted' : verdict
  return html`
<tr role="row" id="${assumptionId(gap)}">
<td role="cell">${verdictLabel(said)}</td>
<th role="rowheader" scope="row"><code>${profileKey}</code> <span class="quiet">${provenance}</span></th>
<td role="cell">${gapWords(gap)}${message === null ? null : html`<p class="message">${quoted(message)}</p>`}</td>
</tr>`
}

function gapWords(id: string): Markup {
  if (!isGapId(id)) return html`${id}`
  const { text, section } = GAPS[id]
  return html`${prose(text)} <span class="quiet">${id}, ${sectionSign(section)}</span>`
}

/** Assumptions that were not observed, all for the same reason. */
function unseenList(message: string, answers: readonly AssumptionReport[]): Markup {
  return html`<p>${verdictLabel('not-observed')} ${quoted(message)}</p>
<ul class="names small">${answers.map(
    ({ gap, profileKey, provenance }) => html`
<li id="${assumptionId(gap)}"><code>${profileKey}</code> <span class="quiet">${gap}, ${provenance}</span></li>`,
  )}
</ul>`
}
