import { GAPS, isGapId } from '../../../contract/reference/gaps.ts'
import type { AssumptionReport } from '../../../contract/report/report.ts'
import { driftedAnswers } from '../../../contract/report/verdict.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { prose, quoted, section, sectionSign, table, tableRow } from '../../markup/phrasing.ts'
import { unseenAnswers } from '../../text/what-to-do.ts'
import { verdictLabel } from '../verdict-label.ts'

const INTRO = html`These are <strong>not documented</strong>. The reference leaves them open, the profile answers them, and here the answers are compared with what was seen. None of them is a clause. One that is only assumed may be wrong; one that was observed or confirmed, and differs now, fails the run.`

export function assumptionsSection(assumptions: readonly AssumptionReport[]): Markup | null {
  if (assumptions.length === 0) return null
  const { alike, others } = unseenAnswers(assumptions)
  const rows =
    others.length === 0 ? null : table(['Verdict', 'What is not shown', 'Answered by'], others.map(row))
  return section('assumptions', 'Assumptions', INTRO, [...unseenLists(alike), rows])
}

function unseenLists(groups: ReadonlyMap<string, readonly AssumptionReport[]>): Markup[] {
  return [...groups].map(
    ([message, alike]) => html`<p class="unseen-cause">${verdictLabel('not-observed')} ${quoted(message)}</p>
<ul class="roll">${alike.map(
      ({ gap, profileKey, provenance }) => html`
<li id="${assumptionId(gap)}">${gap} <span class="detail"><code>${profileKey}</code> ${provenance}</span></li>`,
    )}
</ul>`,
  )
}

function row(assumption: AssumptionReport): Markup {
  const { gap, profileKey, provenance, verdict, message } = assumption
  const hasDrifted = driftedAnswers([assumption]).length > 0
  const said = message === null ? null : html`<span class="message">${quoted(message)}</span>`
  return tableRow(
    verdictLabel(hasDrifted ? 'drifted' : verdict),
    html`<span class="name">${gap}</span>${gapText(gap)}${said}`,
    html`<code>${profileKey}</code> <span class="meta">${provenance}</span>`,
    assumptionId(gap),
  )
}

function gapText(id: string): Markup | null {
  if (!isGapId(id)) return null
  const gap = GAPS[id]
  return html`<span class="detail">${prose(gap.text)} (${sectionSign(gap.section)})</span>`
}

export function assumptionId(gap: string): string {
  return `assumption/${gap}`
}
