import type { VariantReport } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, prose, quoted, section, table, tableRow } from '../../markup/phrasing.ts'
import { dependencesIn, dependenceWords, gapWords } from '../../text/variant-words.ts'
import { verdictLabel } from '../verdict-label.ts'

/** Every other answer that a client was tried with; nothing in a run without them. */
export function variantsSection(rows: readonly VariantReport[] | null): Markup | null {
  if (rows === null) return null
  const intro = html`Other answers to what the reference does not show, <strong>different</strong> from those of the profile. The client ran the same scenarios with and without each of them; it is independent of an answer if it did the same.`
  const shown = table(['Verdict', 'What is different', 'Not shown, answered by'], rows.map(row))
  return section('variants', 'Other answers', intro, shown)
}

function row(variant: VariantReport): Markup {
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

/** The answers that a client depends on, as what needs attention. */
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
