import type { Report, ScenarioReport } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { duration, quoted, scenarioId } from '../markup/phrasing.ts'
import { scenarioTally } from '../text/certificate.ts'
import { outputParts } from '../text/clients-log.ts'
import { rowCells } from './row.ts'
import { scenarioTimeline } from './timeline.ts'

/** Every scenario in one line. A scenario that is not kept, or breaks a clause, unfolds. */
export function scenariosPanel({ scenarios }: Report): Markup | null {
  if (scenarios === null || scenarios.length === 0) return null
  return html`
<details class="panel">
<summary><h2>Scenarios</h2> <span class="meta">${scenarioTally(scenarios)}</span></summary>
<ol class="rows">${scenarios.map(scenarioItem)}
</ol>
</details>`
}

function scenarioItem(scenario: ScenarioReport): Markup {
  const { sku, card, name, outcome, durationMs } = scenario
  const broken = brokenIn(scenario)
  const row = rowCells({
    said: outcome,
    name: sku,
    text:
      broken.length === 0
        ? html`${name}`
        : html`<span title="${broken.join(', ')}">${broken.join(', ')}</span>`,
    count: card === undefined ? duration(durationMs) : `${card}, ${duration(durationMs)}`,
  })
  if (outcome === 'kept' && broken.length === 0)
    return html`
<li><div class="row" id="${scenarioId(sku)}">${row}</div></li>`
  return html`
<li><details class="scenario"><summary class="row">${row}</summary>
<div class="inside" id="${scenarioId(sku)}">${scenarioBody(scenario)}</div>
</details></li>`
}

function brokenIn({ clauses }: ScenarioReport): string[] {
  return Object.keys(clauses).filter((id) => clauses[id] === 'broken')
}

function scenarioBody(scenario: ScenarioReport): Markup {
  const { story, name, balance, output } = scenario
  const balances =
    balance.before === balance.after ? `${balance.before}, unchanged` : `${balance.before} → ${balance.after}`
  const parts = output === undefined ? [] : outputParts(output)
  const written =
    parts.length === 0
      ? null
      : html`\n<details><summary>What the client wrote</summary>${parts.map(({ title, text }) => html`<p class="quiet small">${title}</p><pre tabindex="0">${text}</pre>`)}</details>`
  return html`<p>${name}. ${quoted(story)} Balance: ${quoted(balances)}.</p>
${scenarioTimeline(scenario)}${written}`
}
