import { GAPS, isGapId } from '../../../contract/reference/gaps.ts'
import type { AssumptionReport, VariantReport } from '../../../contract/report/report.ts'
import { driftedAnswers } from '../../../contract/report/verdict.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, prose, quoted, section, sectionSign, table, tableRow } from '../../markup/phrasing.ts'
import { dependencesIn, dependenceWords, gapWords } from '../../text/variant-words.ts'
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

export function variantsSection(rows: readonly VariantReport[] | null): Markup | null {
  if (rows === null) return null
  const intro = html`Other answers to what the reference does not show, <strong>different</strong> from those of the profile. The client ran the same scenarios with and without each of them; it is independent of an answer if it did the same.`
  const shown = table(['Verdict', 'What is different', 'Not shown, answered by'], rows.map(variantRow))
  return section('variants', 'Other answers', intro, shown)
}

function variantRow(variant: VariantReport): Markup {
  const { id, verdict, change, message } = variant
  const said = message === null ? null : html`<span class="message">${quoted(message)}</span>`
  return tableRow(
    verdictLabel(verdict),
    html`<span class="name">${change}</span><span class="detail">${id}</span>${said}`,
    html`${gapWords(variant)}${answeredBy(variant)}`,
    variantId(id),
  )
}

function answeredBy({ answeredBy }: VariantReport): Markup | null {
  if (answeredBy === null) return null
  const { profileKey, provenance } = answeredBy
  return html` <span class="meta"><code>${profileKey}</code> ${provenance}</span>`
}

export function dependenceItems(rows: readonly VariantReport[] | null): Markup[] {
  return dependencesIn(rows ?? []).map(
    (variant) => html`
<div class="ledger item">
<div>
<h3>${linkTo(variantId(variant.id), variant.id)}</h3>
<p class="message">${quoted(`${variant.change} ${variant.message ?? ''}`)}</p>
<p class="advice">${prose(dependenceWords(variant))}</p>
</div>
<p class="mark">${verdictLabel(variant.verdict)}</p>
</div>`,
  )
}

function variantId(id: string): string {
  return `variant/${id}`
}
