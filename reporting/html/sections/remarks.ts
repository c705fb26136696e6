import type { Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, quoted } from '../../markup/phrasing.ts'
import { scenarioId } from '../../markup/scenario-id.ts'
import { groupRemarks, REMARKS_TITLE, type RemarkGroup } from '../../text/remarks.ts'

/** The remarks of the report; nothing without any. */
export function remarksSection(report: Report): Markup | null {
  const groups = groupRemarks(report.remarks)
  if (groups.length === 0) return null
  return html`
<section id="remarks" aria-labelledby="remarks-title">
<h2 id="remarks-title">${REMARKS_TITLE}</h2>
<p class="intro">No clause of the reference covers these, but they are worth a look.</p>
${groups.map((group) => item(group, report))}
</section>`
}

function item({ id, message, scenarios }: RemarkGroup, report: Report): Markup {
  return html`
<div class="item">
<h3>${id}</h3>
<p class="message">${quoted(message)}</p>
${scenarios.length === 0 ? null : html`<p class="places">Scenarios: ${scenarios.map((sku) => html`${place(sku, report)} `)}</p>`}
</div>`
}

function place(sku: string, { scenarios }: Report): Markup {
  const isShown = scenarios?.some((scenario) => scenario.sku === sku) === true
  return isShown ? linkTo(scenarioId(sku), sku) : html`${sku}`
}
