import { secondsOf } from '../../../certification/runner/trials/scenario-time.ts'
import { REFERENCE_VERSION } from '../../../contract/report/report.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { legible, legibleJson } from '../../../contract/text/harmless.ts'
import { RESTARTS } from '../../../fixtures/scenarios.ts'
import { loadScenarios } from '../../files/files.ts'
import { type Io, print } from '../../io.ts'
import { groupedScenarios } from '../../mock/scenario-groups.ts'
import { type Screen, screenOf, wrap, wrapBeside } from '../../terminal/terminal.ts'

const SKU_WIDTH = 29
const CARDS_WIDTH = 7
const SECONDS_WIDTH = 7
const KILLED = 'A client that is killed and started again: with --restart'
const STORY_AT = SKU_WIDTH + CARDS_WIDTH + SECONDS_WIDTH + 2

/**
 * `partner-purchase scenarios`: the behaviours of the mock that a client is certified in, with their stories.
 *
 * @throws {InputError | ScenariosError} for a file of scenarios that can't be used.
 */
export function scenarios(options: { readonly scenarios?: string; readonly json?: boolean }, io: Io): void {
  const table = loadScenarios(options.scenarios, io)
  if (options.json === true) print(io, legibleJson(JSON.stringify(documentOf(table), null, 2)))
  else print(io, renderScenarios(table, screenOf(io)))
}

function documentOf(table: readonly Scenario[]) {
  const shown = [...table, ...RESTARTS].map((scenario) => {
    const { sku, name, story, clauses, purchases, restarts } = scenario
    const needs = restarts === undefined ? null : '--restart'
    return { sku, name, story, clauses, purchases, seconds: secondsOf(scenario), needs }
  })
  return { reference: REFERENCE_VERSION, scenarios: shown }
}

function renderScenarios(table: readonly Scenario[], screen: Screen): string {
  const { paint, width } = screen
  const head =
    'card to buy'.padEnd(SKU_WIDTH) + 'cards'.padStart(CARDS_WIDTH) + 'time'.padStart(SECONDS_WIDTH)
  const hint =
    'certify --only LOST-AFTER,CUT runs these two alone: a name needs no SCENARIO-. The catalogue of the mock has each card; what buys it meets the scenario.'
  const groups = [...groupedScenarios(table), { title: KILLED, scenarios: RESTARTS }]
  return [
    paint('dim', `${head}  story`),
    ...groups.flatMap(({ title, scenarios: all }) => [
      '',
      paint('bold', title),
      ...all.flatMap((scenario) => row(scenario, screen)),
    ]),
    '',
    ...wrap(hint, width),
  ].join('\n')
}

function row(scenario: Scenario, { paint, width }: Screen): string[] {
  const { sku, story, purchases } = scenario
  const cards = paint('dim', String(purchases).padStart(CARDS_WIDTH))
  const seconds = secondsOf(scenario)
  const time = paint('dim', (seconds === 0 ? '–' : `${seconds} s`).padStart(SECONDS_WIDTH))
  return wrapBeside(`${legible(sku).padEnd(SKU_WIDTH)}${cards}${time}  `, legible(story), STORY_AT, width)
}
