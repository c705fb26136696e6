import type { Report, ScenarioReport } from '../../../contract/report/report.ts'
import { html, Markup, scenarioId } from '../../markup/markup.ts'
import { duration, factItems, inRow, linkTo, quoted, section } from '../../markup/phrasing.ts'
import { outputParts } from '../../text/clients-log.ts'
import { type Blame, blameOf } from '../../text/said.ts'
import { exitWords } from '../../text/timeline-lines.ts'
import { requestTable } from '../requests.ts'
import { verdictLabel } from '../verdict-label.ts'

const INTRO =
  'The requests of the client, one by one: the answer to each, and how long that asks to wait. Times count from the start of the scenario.'

export function scenariosSection({ scenarios, clauses }: Report): Markup | null {
  if (scenarios === null || scenarios.length === 0) return null
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed').map(({ id }) => id)
  const shown = shownFirst(scenarios)
  const items = scenarios.map((scenario) => scenarioItem(scenario, unseen, scenario === shown))
  return section('scenarios', 'Scenarios', INTRO, items)
}

/** The one whose requests show most: where a must is broken, else where the client did not get through. */
function shownFirst(scenarios: readonly ScenarioReport[]): ScenarioReport | undefined {
  const wanted = (['broken', 'incomplete'] as const).find((one) =>
    scenarios.some(({ outcome }) => outcome === one),
  )
  return scenarios.find(({ outcome }) => wanted === undefined || outcome === wanted)
}

const OPEN = new Markup(' open')

function scenarioItem(scenario: ScenarioReport, unseen: readonly string[], isOpen: boolean): Markup {
  const { sku, card, name, story, outcome, timeline } = scenario
  const [broken, warned] = [brokenIn(scenario, 'broken'), brokenIn(scenario, 'warning')]
  return html`
<details class="fold keep scenario"${isOpen ? OPEN : null}>
<summary><span class="mark">${verdictLabel(outcome)}</span> <span class="what"><h3>${sku}</h3> <span class="detail">${name}${card === undefined ? null : html`: card ${quoted(card)}`}</span>${blamed('broken', broken)}${blamed('warning', warned)}</span></span></summary>
<div class="inside" id="${scenarioId(sku)}">
<p class="statement">${quoted(story)}</p>
${requestTable(scenario)}
<dl class="facts">${factItems(facts(scenario, unseen))}
</dl>
${clientOutput(scenario, isOpen && timeline.length === 0)}
</div>
</details>`
}

function blamed(blame: Blame, ids: readonly string[]): Markup | null {
  return ids.length === 0 ? null : html` <b class="${blame}">${ids.join(', ')}</b>`
}

function brokenIn({ clauses }: ScenarioReport, blame: Blame): string[] {
  return Object.keys(clauses).filter((id) => clauses[id] === 'broken' && blameOf([id]) === blame)
}

/** What the client wrote, folded; open where nothing else says what happened. */
function clientOutput({ output }: ScenarioReport, isOpen: boolean): Markup | null {
  if (output === undefined) return null
  const parts = outputParts(output)
  if (parts.length === 0) return html`<p class="none">The client wrote nothing.</p>`
  return html`<details class="output"${isOpen ? OPEN : null}>
<summary>What the client wrote</summary>
${parts.map(({ title, text }) => html`<p class="side">${title}</p><pre tabindex="0">${text}</pre>`)}
</details>`
}

function facts(scenario: ScenarioReport, unseen: readonly string[]): [string, Markup][] {
  const { outcome, exit, balance, durationMs, clauses } = scenario
  // Most scenarios show only some clauses: a clause that another scenario shows is not missing.
  const missing = unseen.filter((id) => clauses[id] === 'not-observed')
  const ended =
    exit === null ? 'not started by the kit' : `${exitWords(exit)}, ${duration(exit.atMs)} from the start`
  const balances =
    balance.before === balance.after ? `${balance.before}, unchanged` : `${balance.before} → ${balance.after}`
  return [
    ...clausesFact('Breaks', brokenIn(scenario, 'broken')),
    ...clausesFact('Warnings', brokenIn(scenario, 'warning')),
    ...clausesFact('Not observed', outcome === 'incomplete' ? missing : []),
    ['Client', html`${ended}`],
    ['Balance', quoted(balances)],
    ['Watched', html`${duration(durationMs)}`],
  ]
}

function clausesFact(term: string, ids: readonly string[]): [string, Markup][] {
  return ids.length === 0 ? [] : [[term, inRow(ids.map((id) => linkTo(id, id)))]]
}
