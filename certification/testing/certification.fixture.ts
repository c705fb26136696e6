import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson, Report } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { SCENARIOS, type ScenarioSku } from '../../fixtures/scenarios.ts'
import { adviceOf } from '../advice.ts'
import { readRun } from '../analysis.ts'
import { type CertificationFacts, judgeTrials } from '../judge.ts'
import type { RuleFinding } from '../rule-finding.ts'
import { judgeAnalysis } from '../rules.ts'
import type { Trial } from '../trial.ts'
import { type Circumstances, clientJournal, type Program } from './client-journal.fixture.ts'

/** Facts of a certification that the tests don't depend on. */
export const FACTS: CertificationFacts = {
  tool: { name: 'kit', version: '1' },
  baseUrl: 'http://127.0.0.1:1',
  mode: 'TEST',
  startedAt: 0,
  durationMs: 1500,
  scenarios: SCENARIOS,
  command: ['node', 'client.js'],
  digest: null,
}

/** The trials of a client in every scenario. */
export function trialsOf(program: Program, circumstances: Circumstances = {}): readonly Trial[] {
  return SCENARIOS.map((scenario) => clientJournal(scenario, program, circumstances))
}

/** The trials of a client in these scenarios, recorded with secret cards. */
export function secretTrialsOf(program: Program, scenarios: readonly Scenario[] = SCENARIOS) {
  const cards = Object.fromEntries(scenarios.map(({ sku }, index) => [sku, `CARD-${index}`]))
  const trials = scenarios.map((scenario): Trial => {
    const card = { ...scenario, sku: cards[scenario.sku] ?? scenario.sku }
    return { ...clientJournal(card, program), scenarioSku: scenario.sku }
  })
  return { cards, trials }
}

/** The report on these trials. */
export function judged(trials: readonly Trial[], facts: Partial<CertificationFacts> = {}): Report {
  return judgeTrials(trials, DEFAULT_PROFILE, { ...FACTS, ...facts })
}

/** The report on a client that ran every scenario. */
export function certify(
  program: Program,
  circumstances: Circumstances = {},
  facts: Partial<CertificationFacts> = {},
): Report {
  return judged(trialsOf(program, circumstances), facts)
}

/** What happened, and the advice. */
type Advice = Lesson & { message: string | null }

/** What a report says about a trial that breaks a clause. */
export function adviceOn(id: ClientClauseId, trial: Trial, command: readonly string[] | null = null): Advice {
  const [analysis] = readRun([trial], DEFAULT_PROFILE)
  if (analysis === undefined) throw new Error('One trial has one analysis.')
  const finding = judgeAnalysis(analysis).findings[id]
  if (finding.verdict !== 'broken') throw new Error(`${id} is ${finding.verdict}.`)
  return { message: finding.message, ...adviceOf(id, finding, analysis, { command }) }
}

/** What a report says about a client that breaks a clause in one scenario: what happened, and the advice. */
export function adviceFor(id: ClientClauseId, sku: ScenarioSku, program: Program): Advice {
  return adviceOn(id, clientJournal(sku, program))
}

export function findingOf(id: ClientClauseId, trial: Trial, profile = DEFAULT_PROFILE): RuleFinding {
  const [analysis] = readRun([trial], profile)
  if (analysis === undefined) throw new Error('One trial has one analysis.')
  return judgeAnalysis(analysis).findings[id]
}

/** The ids of the clauses of one level with one verdict. */
export function clausesThatAre(verdict: string, report: Report, level = 'must'): readonly string[] {
  return report.clauses
    .filter((clause) => clause.verdict === verdict && clause.level === level)
    .map(({ id }) => id)
}

export function idsOf(level: 'must' | 'should'): readonly string[] {
  return Object.values(CLIENT_CLAUSES)
    .filter((clause) => clause.level === level)
    .map(({ id }) => id)
}
