import type { Exchange } from '../../contract/exchange.ts'
import type { Scenario } from '../../contract/scenario.ts'
import { type ProcessTrial, runTrial, type TrialPlan } from './run-trial.ts'
import { secondsOf } from './scenario-time.ts'
import { startGate } from './start-gate.ts'

/** Whoever watches the trials of a run. */
export type TrialWatch = {
  onStart(scenario: Scenario): void
  onSeen(scenario: Scenario, exchange: Exchange): void
  onEnd(scenario: Scenario, ended: ProcessTrial): void
}

/** The slowest usual start: that of a virtual machine that compiles first. */
const LONGEST_START_MS = 1_500

/**
 * Runs the client through scenarios, several at a time: the longest first, since waiting is most of it.
 *
 * @returns the trials that came to their end, with what the client wrote, by SKU.
 * @throws {CommandError} when the client can't be started; nothing of the run is left then.
 */
export async function runTrials(
  chosen: readonly Scenario[],
  jobs: number,
  plan: TrialPlan,
  watch: TrialWatch,
): Promise<ReadonlyMap<string, ProcessTrial>> {
  const failure = new AbortController()
  const stop = AbortSignal.any([plan.stop, failure.signal])
  const waiting = chosen.toSorted((one, other) => secondsOf(other) - secondsOf(one))
  const ended = new Map<string, ProcessTrial>()
  const enter = startGate(LONGEST_START_MS)
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !stop.aborted; next = waiting.shift()) {
      ended.set(next.sku, await one(next, { ...plan, stop }, enter, watch))
    }
  }
  const workers = Array.from({ length: Math.min(jobs, chosen.length) }, () =>
    work().catch((fault: unknown) => {
      failure.abort('interrupted')
      throw fault
    }),
  )
  const results = await Promise.allSettled(workers)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return ended
}

async function one(
  scenario: Scenario,
  plan: TrialPlan,
  enter: ReturnType<typeof startGate>,
  watch: TrialWatch,
): Promise<ProcessTrial> {
  const isUp = await enter()
  try {
    if (!plan.stop.aborted) watch.onStart(scenario)
    const ended = await runTrial(scenario, plan, (exchange) => {
      isUp()
      watch.onSeen(scenario, exchange)
    })
    watch.onEnd(scenario, ended)
    return ended
  } finally {
    isUp()
  }
}
