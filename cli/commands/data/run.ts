import { secondsOf } from '../../../certification/scenario-time.ts'
import type { Clause } from '../../../contract/reference/clause.ts'
import { CLIENT_CLAUSES } from '../../../contract/reference/client-clauses.ts'
import { GAPS, type Gap } from '../../../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { REFERENCE_VERSION } from '../../../contract/report/report.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { legible, legibleJson } from '../../../contract/text/harmless.ts'
import { generateCatalogue } from '../../../fixtures/data.ts'
import { LOSSES, POLLS } from '../../../fixtures/scenarios/losses.ts'
import { REFUSALS } from '../../../fixtures/scenarios/refusals.ts'
import { PAIRS, SETTLEMENTS } from '../../../fixtures/scenarios/settlements.ts'
import { RESTARTS } from '../../../fixtures/scenarios.ts'
import { loadScenarios, writeOut } from '../../files/files.ts'
import type { OutOptions } from '../../files/writable.ts'
import { type Io, print } from '../../io.ts'
import { type Screen, screenOf, wrap, wrapBeside } from '../../terminal/terminal.ts'
import { wholeNumber } from '../arguments.ts'
import type { CommandSpec } from '../command.ts'

export const clausesCommand: CommandSpec = {
  options: { json: 'as JSON' },
  example: 'clauses --json',
  run: clauses,
}

export const scenariosCommand: CommandSpec = {
  options: {
    scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
    json: 'as JSON',
  },
  example: 'scenarios --scenarios scenarios.json',
  run: scenarios,
}

export const fixturesCommand: CommandSpec = {
  options: {
    products: ['<number>', 'how many cards', wholeNumber(1, 100_000), 30],
    seed: ['<number>', 'any whole number', wholeNumber(0, 2 ** 31 - 1), 1],
    out: ['<file>', 'write it there, not to standard output'],
    force: 'overwrite a file that exists with other content',
  },
  effects: [{ option: '--force', needs: '--out' }],
  example: 'fixtures --products 5000 --seed 7 --out cards.json',
  run: fixtures,
}

const ID_WIDTH = 28
const SECTION_WIDTH = 20

function clauses(options: { json?: boolean }, io: Io): void {
  const listed = {
    reference: REFERENCE_VERSION,
    clauses: [...Object.values<Clause>(SERVER_CLAUSES), ...Object.values<Clause>(CLIENT_CLAUSES)],
    gaps: Object.values<Gap>(GAPS),
  }
  const text = options.json ? JSON.stringify(listed, null, 2) : renderClauses(listed, screenOf(io))
  print(io, text)
}

function renderClauses(
  { clauses: all, gaps }: { clauses: readonly Clause[]; gaps: readonly Gap[] },
  screen: Screen,
): string {
  const { paint } = screen
  const of = (party: Clause['binds']) => all.filter(({ binds }) => binds === party)
  const clauseRow = ({ id, section, level, text }: Clause) =>
    clauseLines(id, `§ ${section}`, level === 'must' ? text : `(should) ${text}`, screen)
  const gapRow = (gap: Gap) =>
    clauseLines(gap.id, `§ ${gap.section}`, `${gap.text}: ${gap.profileKey ?? gap.reason}`, screen)
  return [
    paint('bold', 'Clauses that bind the server'),
    ...of('server').flatMap(clauseRow),
    '',
    paint('bold', 'Clauses that bind the client'),
    ...of('client').flatMap(clauseRow),
    '',
    paint('bold', 'Gaps: what the reference does not show, and the key of the profile for it'),
    ...gaps.flatMap(gapRow),
  ].join('\n')
}

function clauseLines(id: string, place: string, text: string, { paint, width }: Screen): string[] {
  const head = id.padEnd(ID_WIDTH) + paint('dim', place.padEnd(SECTION_WIDTH))
  return wrapBeside(head, text, ID_WIDTH + SECTION_WIDTH, width)
}

const SKU_WIDTH = 29
const CARDS_WIDTH = 7
const SECONDS_WIDTH = 7
const STORY_AT = SKU_WIDTH + CARDS_WIDTH + SECONDS_WIDTH + 2

/** @throws {InputError | ScenariosError} for a file of scenarios that can't be used. */
function scenarios(options: { readonly scenarios?: string; readonly json?: boolean }, io: Io): void {
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

const OWN = 'Your own'
const GROUPS: readonly (readonly [title: string, scenarios: readonly { readonly sku: string }[]])[] = [
  ['Orders that take some time', SETTLEMENTS],
  ['Two cards at a time', PAIRS],
  ['Polls that go wrong', POLLS],
  ['Answers that get lost', LOSSES],
  ['Refusals', REFUSALS],
  [OWN, []],
  ['A client that is killed and started again: with --restart', RESTARTS],
]

/** A scenario of a file that replaces a built-in one stays in its group. */
function grouped(
  table: readonly Scenario[],
): readonly (readonly [title: string, scenarios: readonly Scenario[]])[] {
  const groupOf = ({ sku }: Scenario) =>
    GROUPS.find(([, group]) => group.some((one) => one.sku === sku))?.[0] ?? OWN
  const groups = Map.groupBy(table, groupOf)
  return GROUPS.flatMap(([title]) => {
    const all = groups.get(title)
    return all === undefined ? [] : [[title, all] as const]
  })
}

function renderScenarios(table: readonly Scenario[], screen: Screen): string {
  const { paint, width } = screen
  const head =
    'card to buy'.padEnd(SKU_WIDTH) + 'cards'.padStart(CARDS_WIDTH) + 'time'.padStart(SECONDS_WIDTH)
  const hint =
    'certify --only LOST-AFTER,CUT runs these two alone: a name needs no SCENARIO-. The catalogue of the mock has each card; what buys it meets the scenario.'
  return [
    paint('dim', `${head}  story`),
    ...grouped([...table, ...RESTARTS]).flatMap(([title, all]) => [
      '',
      paint('bold', title),
      ...all.flatMap((scenario) => scenarioLines(scenario, screen)),
    ]),
    '',
    ...wrap(hint, width),
  ].join('\n')
}

function scenarioLines(scenario: Scenario, { paint, width }: Screen): string[] {
  const { sku, story, purchases } = scenario
  const cards = paint('dim', String(purchases).padStart(CARDS_WIDTH))
  const seconds = secondsOf(scenario)
  const time = paint('dim', (seconds === 0 ? '–' : `${seconds} s`).padStart(SECONDS_WIDTH))
  return wrapBeside(`${legible(sku).padEnd(SKU_WIDTH)}${cards}${time}  `, legible(story), STORY_AT, width)
}

/** @throws {MissingPackageError} when the generator is not installed. */
async function fixtures(
  options: OutOptions & { readonly products: number; readonly seed: number },
  io: Io,
): Promise<void> {
  writeOut(options, `${JSON.stringify(await generateCatalogue(options), null, 2)}\n`, io)
}
