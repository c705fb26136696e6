import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Report, ScenarioReport } from '../../../contract/report/report.ts'
import type { Verdict } from '../../../contract/report/verdict.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { analysesOf } from '../../analysis.ts'
import { type Behaviour, behaviourIn } from '../../behaviour.ts'
import { judgeAnalyses, judgeTrials } from '../../judge.ts'
import type { Trial } from '../../trial.ts'
import { type Decisions, GOOD } from '../client/decisions.ts'
import { PLAYED, trialOf } from './model-trial.ts'

const FACTS = {
  tool: { name: 'mutants', version: '0' },
  baseUrl: 'http://partner.example',
  mode: 'TEST',
  startedAt: 0,
  durationMs: 0,
  scenarios: PLAYED,
  command: ['client'],
  digest: null,
}

/** The verdict on a client, without its evidence: hundreds of full reports would take too much memory. */
export type ClientJudgement = {
  readonly verdicts: ReadonlyMap<string, Verdict>
  readonly remarks: readonly string[]
  /** By SKU, whether the scenario was kept without a broken clause. */
  readonly passed: ReadonlyMap<string, boolean>
  /** The messages of everything that is not kept. */
  readonly messages: readonly string[]
}

/**
 * Judges a client in every scenario. In scenarios where the client can't differ from the correct one, it reuses that
 * client's journals.
 *
 * @param skus the scenarios in which the client may differ; empty for all.
 */
export async function judgeClient(
  decisions: Decisions,
  skus: readonly string[] = [],
): Promise<ClientJudgement> {
  const good = skus.length > 0 ? await goodTrials() : new Map<string, Trial>()
  const trials = PLAYED.map((scenario) => {
    const known = skus.includes(scenario.sku) ? undefined : good.get(scenario.sku)
    return known ?? trialOf(decisions, scenario)
  })
  const analyses = analysesOf((await Promise.all(trials)).map(behaviourOf))
  return judgementOf(judgeAnalyses(analyses, DEFAULT_PROFILE, FACTS))
}

const behaviours = new WeakMap<Trial, Behaviour>()

/** Remembers the analysis of the good client's trials, which are part of nearly every run. */
function behaviourOf(trial: Trial): Behaviour {
  const behaviour = behaviours.get(trial) ?? behaviourIn(trial, DEFAULT_PROFILE)
  behaviours.set(trial, behaviour)
  return behaviour
}

/** The clauses that a run breaks. */
export function brokenIn(
  trials: readonly Trial[],
  scenarios: readonly Scenario[],
): readonly ClientClauseId[] {
  const { clauses } = judgeTrials(trials, DEFAULT_PROFILE, { ...FACTS, scenarios })
  // A certification has only clauses that bind a client.
  return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id as ClientClauseId)
}

function judgementOf({ clauses, remarks, scenarios }: Report): ClientJudgement {
  const checks = clauses.flatMap((clause) => clause.checks.filter(({ verdict }) => verdict !== 'kept'))
  return {
    verdicts: new Map(clauses.map(({ id, verdict }) => [id, verdict])),
    remarks: [...new Set(remarks.map(({ id }) => id))],
    passed: new Map(scenarios?.map((one) => [one.sku, isPassed(one)])),
    messages: checks.map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`),
  }
}

function isPassed({ outcome, clauses }: ScenarioReport): boolean {
  return outcome === 'kept' && !Object.values(clauses).includes('broken')
}

let known: Promise<ReadonlyMap<string, Trial>> | undefined

function goodTrials(): Promise<ReadonlyMap<string, Trial>> {
  known ??= Promise.all(
    PLAYED.map(async (scenario) => [scenario.sku, await trialOf(GOOD, scenario)] as const),
  ).then((trials) => new Map(trials))
  return known
}
