import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, quoted } from '../../markup/phrasing.ts'
import { scenarioId } from '../../markup/scenario-places.ts'
import { scenarioOf } from '../../text/parts-of-report.ts'
import { evidence } from '../exchange.ts'
import { verdictLabel } from '../verdict-label.ts'
import { assumptionId } from './assumptions.ts'
import { checkLesson } from './lesson.ts'

/** One check: its verdict and message, what it rests on, and its evidence. */
export function checkItem(check: CheckReport, clause: ClauseReport, report: Report): Markup {
  const { id, title, verdict, message } = check
  return html`
<li class="ledger" id="${id}">
<p class="mark">${verdictLabel(verdict)}</p>
<div>
<p class="title">${scenarioTitle(check, report) ?? quoted(title)}</p>
${message === null ? null : html`<p class="message">${quoted(message)}</p>`}${checkLesson(check, clause)}
${restsOn(check, report)}
${evidence(check.evidence)}
</div>
</li>`
}

/** A check of a certification is a scenario: its subject is already in its clause. */
function scenarioTitle(check: CheckReport, report: Report): Markup | null {
  const scenario = scenarioOf(check, report)
  if (scenario === undefined) return null
  return html`${linkTo(scenarioId(scenario.sku), scenario.sku)} <span class="detail">${scenario.name}</span>`
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
