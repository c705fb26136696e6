import type { BaselineReport, Report } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { inRow, linkTo, quoted, scenarioId } from '../markup/phrasing.ts'
import { certificateFacts, LIMITS, sendLine } from '../text/certificate.ts'
import { groupRemarks, REMARKS_TITLE } from '../text/notes.ts'
import { wordFor } from '../text/said.ts'
import { verdictLabel } from './verdict-label.ts'

export function remarksSection({ remarks, scenarios }: Report): Markup | null {
  if (remarks.length === 0) return null
  const place = (sku: string) =>
    scenarios?.some((one) => one.sku === sku) === true ? linkTo(scenarioId(sku), sku) : html`${sku}`
  return html`
<section aria-labelledby="remarks">
<h2 id="remarks">${REMARKS_TITLE}</h2>${groupRemarks(remarks).map(
    ({ id, message, scenarios: skus }) => html`
<p class="remark"><b>${id}</b>: ${quoted(message)}${skus.length === 0 ? null : html` Seen in ${inRow(skus.map(place))}.`}</p>`,
  )}
</section>`
}

const MEANINGS: Record<BaselineReport['state'], string> = {
  applied: 'It excuses the clause.',
  stale: 'The run shows another verdict, so this entry excuses nothing: remove it.',
  expired: 'It no longer excuses anything: fix the clause, or set a new date.',
}

export function baselinePanel({ baseline }: Report): Markup | null {
  if (baseline.length === 0) return null
  return html`
<details class="panel"${baseline.some(({ state }) => state !== 'applied') ? html` open` : null}>
<summary><h2>Baseline</h2> <span class="meta">clauses that are known not to be kept</span></summary>
<ul class="inside">${baseline.map(
    ({ clause, verdict, reason, expires, state }) => html`
<li>${verdictLabel(state)} ${linkTo(clause, clause)}, ${wordFor(verdict)}, until ${expires}: ${quoted(reason)} ${MEANINGS[state]}</li>`,
  )}
</ul>
</details>`
}

/** What was certified, who judged it, and how to check it. */
export function certifiedPanel(report: Report): Markup | null {
  const facts = certificateFacts(report)
  if (facts.length === 0) return null
  const items = facts.flatMap(([name, text]) =>
    text == null ? [] : [html`\n<div><dt>${name}</dt><dd>${quoted(text)}</dd></div>`],
  )
  return html`
<details class="panel how">
<summary><h2>What was certified, and how</h2></summary>
<div class="inside">
${LIMITS.map((line) => html`<p>${line}</p>`)}
<p>${quoted(sendLine(report))}</p>
<dl class="small">${items}
</dl>
</div>
</details>`
}
