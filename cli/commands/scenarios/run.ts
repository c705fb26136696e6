import { secondsOf } from '../../../certification/runner/trials/scenario-time.ts'
import { REFERENCE_VERSION } from '../../../contract/report/report.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { legible } from '../../../contract/text/harmless.ts'
import { RESTARTS, SCENARIO_GROUPS } from '../../../fixtures/scenarios.ts'
import { jsonFile } from '../../files/report-files.ts'
import { type Io, print } from '../../io.ts'
import { loadScenarios } from '../../mock/settings.ts'
import { type Paint, paintFor, widthOf, wrap, wrapBeside } from '../../terminal/terminal.ts'

const SKU_WIDTH = 29
const CARDS_WIDTH = 7
const SECONDS_WIDTH = 7
const STORY_AT = SKU_WIDTH + CARDS_WIDTH + SECONDS_WIDTH + 2

/** Scenarios under a title. */
type Group = { readonly title: string; readonly scenarios: readonly Scenario[] }

/**
 * `partner-purchase scenarios`: the behaviours of the mock that a client is certified in, with their stories.
 *
 * @throws {InputError | ScenariosError} for a file of scenarios that can't be used.
 */
export function scenarios(options: { readonly scenarios?: string; readonly json?: boolean }, io: Io): void {
  const table = loadScenarios(options.scenarios, io)
  if (options.json === true) io.stdout.write(jsonFile(documentOf(table)))
  else print(io, renderScenarios(groupsOf(table), paintFor(io.stdout, io.env), widthOf(io.stdout)))
}

function documentOf(table: readonly Scenario[]) {
  const shown = [...table, ...RESTARTS].map((scenario) => {
    const { sku, name, story, clauses, purchases, restarts } = scenario
    const needs = restarts === undefined ? null : '--restart'
    return { sku, name, story, clauses, purchases, seconds: secondsOf(scenario), needs }
  })
  return { reference: REFERENCE_VERSION, scenarios: shown }
}

function groupsOf(table: readonly Scenario[]): readonly Group[] {
  const builtIn = SCENARIO_GROUPS.map(({ title, skus }) => ({
    title,
    scenarios: table.filter(({ sku }) => skus.includes(sku)),
  }))
  const known = SCENARIO_GROUPS.flatMap(({ skus }) => skus)
  const own = table.filter(({ sku }) => !known.includes(sku))
  const groups = [{ title: 'Your own', scenarios: own }, ...builtIn].filter(
    ({ scenarios: all }) => all.length > 0,
  )
  return [
    ...groups,
    { title: 'A client that is killed and started again: with --restart', scenarios: RESTARTS },
  ]
}

function renderScenarios(groups: readonly Group[], paint: Paint, width: number): string {
  const head =
    'card to buy'.padEnd(SKU_WIDTH) + 'cards'.padStart(CARDS_WIDTH) + 'takes'.padStart(SECONDS_WIDTH)
  const hint =
    'certify --only LOST-AFTER,CUT runs these two alone: a name needs no SCENARIO-. The catalogue of the mock has each card; what buys it meets the scenario.'
  return [
    paint('dim', `${head}  story`),
    ...groups.flatMap(({ title, scenarios: all }) => [
      '',
      paint('bold', title),
      ...all.flatMap((scenario) => row(scenario, paint, width)),
    ]),
    '',
    ...wrap(hint, width),
  ].join('\n')
}

function row(scenario: Scenario, paint: Paint, width: number): string[] {
  const { sku, story, purchases } = scenario
  const cards = paint('dim', String(purchases).padStart(CARDS_WIDTH))
  const takes = paint('dim', `${secondsOf(scenario)} s`.padStart(SECONDS_WIDTH))
  return wrapBeside(`${legible(sku).padEnd(SKU_WIDTH)}${cards}${takes}  `, legible(story), STORY_AT, width)
}
