import { type Clock, systemClock } from '../contract/clock.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'
import { ORDINARY } from '../fixtures/scenarios.ts'
import { readRun } from './analysis.ts'
import type { CertificationProgress } from './options.ts'
import { preflightScenario } from './preflight-scenario.ts'
import { runTrial, type TrialPlan } from './process-trial.ts'
import { ordinaryStopOf } from './start-failure.ts'
import type { Trial } from './trial.ts'

/**
 * Starts the client once, before all scenarios, for an ordinary card, to see whether it gets as far as its first
 * lookup. The client has as much time as in a scenario, but is ended earlier once more time would show nothing new.
 *
 * @returns the trial of a client that does not get so far; null if it does, or if the run was interrupted.
 * @throws {CommandError} when the client can't be started.
 */
export async function preflight(
  plan: TrialPlan,
  onProgress: (progress: CertificationProgress) => void,
): Promise<Trial | null> {
  const scenario = preflightScenario(ORDINARY, cardBeside(plan.scenarios))
  const watch = endOfPreflight()
  try {
    const stop = AbortSignal.any([plan.stop, watch.signal])
    const scenarios = [...plan.scenarios, scenario]
    const trial = await runTrial(scenario, { ...plan, scenarios, stop }, watch.see)
    if (trial === null) return null
    const [analysis] = readRun([trial], plan.profile)
    const canBegin = analysis === undefined || ordinaryStopOf(analysis) === undefined
    onProgress({ event: 'preflight-ended', canBegin, durationMs: trial.endedMs - trial.beganMs })
    return canBegin ? null : trial
  } finally {
    watch.release()
  }
}

/**
 * An ordinary card at the usual price of a scenario, so that a client which compares amounts as texts finds it too
 * dear. The user's own scenarios may use the name of an ordinary card.
 */
function cardBeside(table: readonly Scenario[]) {
  const free = ORDINARY_CARDS.filter((card) => table.every(({ sku }) => sku !== card.sku))
  return free.find(({ price }) => price === ORDINARY.price) ?? free[0] ?? ORDINARY
}

/** How long a client may go on after it has bought: enough for a lookup. The scenarios judge the rest. */
const LIVES_ON_MS = 2_500

/**
 * How long a client may repeat a request that the mock refuses for a known reason, since it would refuse it forever.
 */
const PATIENCE_MS = 2_500

export function endOfPreflight(clock: Clock = systemClock) {
  const end = new AbortController()
  const endAfter = (ms: number) => clock.after(ms, () => end.abort('time-limit'))
  let bought: (() => void) | undefined
  let refused: (() => void) | undefined
  return {
    signal: end.signal,
    see({ order, response, nearMiss }: Exchange) {
      if (order?.effect === 'recorded') bought ??= endAfter(LIVES_ON_MS)
      if (nearMiss !== null) refused ??= endAfter(PATIENCE_MS)
      else if (response !== null && response.status < 400) {
        refused?.()
        refused = undefined
      }
    },
    release() {
      bought?.()
      refused?.()
    },
  }
}
