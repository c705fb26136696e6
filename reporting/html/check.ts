import type { AssumptionReport, CheckReport, Report } from '../../contract/report.ts'
import { assumptionId } from './assumptions.ts'
import { evidence } from './exchange.ts'
import { html, type Markup } from './markup.ts'
import { linkTo, quoted } from './phrasing.ts'
import { verdictLabel } from './verdict-label.ts'

/** One check: its verdict and message, what it rests on, and its evidence. */
export function checkItem(check: CheckReport, report: Report): Markup {
  const { id, title, verdict, message } = check
  return html`
<li class="ledger" id="${id}">
<p class="mark">${verdictLabel(verdict)}</p>
<div>
<p class="title">${quoted(title)}</p>
${message === null ? null : html`<p class="message">${quoted(message)}</p>`}
${restsOn(check, report)}
${evidence(check.evidence)}
</div>
</li>`
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
