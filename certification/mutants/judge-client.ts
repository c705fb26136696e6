import { DEFAULT_PROFILE } from '../../contract/profile-defaults.ts'
import type { Report } from '../../contract/report.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { judgeTrials } from '../judge.ts'
import type { Trial } from '../trial.ts'
import { type Decisions, GOOD } from './client/decisions.ts'
import { trialOf } from './run-client.ts'

const FACTS = {
  tool: { name: 'mutants', version: '0' },
  baseUrl: 'http://partner.example',
  mode: 'TEST',
  startedAt: 0,
  durationMs: 0,
  scenarios: SCENARIOS,
  command: ['client'],
  digest: null,
}

/**
 * Judges a client in every scenario. In those in which it can't differ from the good one, the good one's journals stand
 * for its own.
 *
 * @param skus those in which it may differ; none for all.
 */
export async function judgeClient(decisions: Decisions, skus: readonly string[] = []): Promise<Report> {
  const good = skus.length > 0 ? await goodTrials() : new Map<string, Trial>()
  const trials = SCENARIOS.map((scenario) =>
    skus.length === 0 || skus.includes(scenario.sku)
      ? trialOf(decisions, scenario)
      : (good.get(scenario.sku) ?? trialOf(decisions, scenario)),
  )
  return judgeTrials(await Promise.all(trials), DEFAULT_PROFILE, FACTS)
}

let known: Promise<ReadonlyMap<string, Trial>> | undefined

function goodTrials(): Promise<ReadonlyMap<string, Trial>> {
  known ??= Promise.all(
    SCENARIOS.map(async (scenario) => [scenario.sku, await trialOf(GOOD, scenario)] as const),
  ).then((trials) => new Map(trials))
  return known
}
