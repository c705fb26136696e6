import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { type ProcessTrial, runTrial, type TrialPlan } from './run-trial.ts'
import { sideBySide } from './side-by-side.ts'
import type { StartGate } from './start-gate.ts'

/** What is called while the trials of a run are under way. */
export type TrialWatch = {
  onStart(scenario: Scenario): void
  onSeen(scenario: Scenario, exchange: Exchange): void
  onEnd(scenario: Scenario, ended: ProcessTrial): void
}

/**
 * Runs the client through scenarios in their order, several at a time.
 *
 * @returns the trials that came to their end, with what the client wrote, by SKU.
 * @throws {CommandError} when the client can't be started; then no process of the run is left.
 */
export async function runTrials(
  chosen: readonly Scenario[],
  jobs: number,
  plan: TrialPlan,
  watch: TrialWatch,
): Promise<ReadonlyMap<string, ProcessTrial>> {
  const ended = await sideBySide(chosen, jobs, plan.stop, (scenario, { stop, enter }) =>
    startTrial(scenario, { ...plan, stop }, enter, watch),
  )
  return new Map([...ended].map(([{ sku }, trial]) => [sku, trial]))
}

const NOT_STARTED: ProcessTrial = {
  trial: null,
  output: { stdout: { text: '', bytes: 0 }, stderr: { text: '', bytes: 0 } },
}

/** Runs one trial once the gate lets its process start, and opens the gate when that process is up. */
export async function startTrial(
  scenario: Scenario,
  plan: TrialPlan,
  enter: StartGate,
  watch: TrialWatch,
): Promise<ProcessTrial> {
  const isUp = await enter()
  if (plan.stop.aborted) return NOT_STARTED
  watch.onStart(scenario)
  const ended = await runTrial(scenario, plan, (exchange) => {
    isUp()
    watch.onSeen(scenario, exchange)
  })
  isUp()
  watch.onEnd(scenario, ended)
  return ended
}
