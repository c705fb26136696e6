import type { Report, ScenarioReport } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { linkTo, quoted } from '../../markup/phrasing.ts'
import { scenarioId } from '../../markup/scenario-places.ts'
import { duration } from '../../markup/time.ts'
import { exitWords } from '../../text/timeline-lines.ts'
import { timelineFigure } from '../../timeline/figure.ts'
import { legend } from '../../timeline/legend.ts'
import { verdictLabel } from '../verdict-label.ts'

/** Scenario by scenario: the requests of the client, as a picture and in words. */
export function scenariosSection({ scenarios, clauses }: Report): Markup | null {
  if (scenarios === null || scenarios.length === 0) return null
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed').map(({ id }) => id)
  return html`
<section id="scenarios" aria-labelledby="scenarios-title">
<h2 id="scenarios-title">Scenarios</h2>
<p class="intro">The requests and answers of the client, by time. Requests go down to the service, answers come up. A second has the same width everywhere in a picture, with two exceptions: close events are drawn apart, and a long idle time is drawn short, with a break in the lanes.</p>
${legend()}
${scenarios.map((scenario) => scenarioArticle(scenario, unseen))}
</section>`
}

function scenarioArticle(scenario: ScenarioReport, unseen: readonly string[]): Markup {
  const { sku, name, story, outcome } = scenario
  return html`
<article class="scenario" id="${scenarioId(sku)}">
<div class="ledger">
<div>
<h3>${linkTo(scenarioId(sku), sku)} <span class="meta">${name}</span></h3>
<p class="statement">${quoted(story)}</p>
<dl class="facts">${facts(scenario, unseen).map(([term, fact]) => html`\n<div><dt>${term}</dt><dd>${fact}</dd></div>`)}
</dl>
</div>
<p class="mark">${verdictLabel(outcome)}</p>
</div>
${timelineFigure(scenario)}
</article>`
}

function facts(scenario: ScenarioReport, unseen: readonly string[]): [string, Markup][] {
  const { outcome, exit, balance, durationMs } = scenario
  const ended =
    exit === null ? 'not started by the kit' : `${exitWords(exit)}, ${duration(exit.atMs)} from the start`
  const balances =
    balance.before === balance.after ? `${balance.before}, unchanged` : `${balance.before} → ${balance.after}`
  return [
    ...clausesFact('Breaks', idsThat('broken', scenario)),
    ...clausesFact('Not observed', outcome === 'incomplete' ? idsThat('not-observed', scenario, unseen) : []),
    ['Client', html`${ended}`],
    ['Balance', quoted(balances)],
    ['Watched', html`${duration(durationMs)}`],
  ]
}

/** Most scenarios show only some clauses: a clause that another scenario shows is not missing. */
function idsThat(
  wanted: ScenarioReport['clauses'][string],
  { clauses }: ScenarioReport,
  among: readonly string[] = Object.keys(clauses),
): string[] {
  return among.filter((id) => Object.hasOwn(clauses, id) && clauses[id] === wanted)
}

function clausesFact(term: string, ids: readonly string[]): [string, Markup][] {
  if (ids.length === 0) return []
  return [[term, html`${ids.map((id, index) => html`${index === 0 ? null : ', '}${linkTo(id, id)}`)}`]]
}
