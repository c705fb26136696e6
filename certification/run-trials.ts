import type { Scenario } from '../contract/scenario/scenario.ts'
import { runTrial, type TrialPlan } from './run-trial.ts'
import type { Trial } from './trial.ts'

/** @param trial null where it was interrupted. */
type OnEnd = (scenario: Scenario, trial: Trial | null) => void

/** The slowest usual start: that of a virtual machine that compiles first. */
const LONGEST_START_MS = 1_500

/**
 * Runs the client through scenarios in their order, `jobs` of them at most at a time, and no more once the plan's `stop`
 * is aborted. The first that fails ends the others.
 *
 * @throws {CommandError} when the client can't be started; then no process of the run is left.
 */
export async function runTrials(
  chosen: readonly Scenario[],
  jobs: number,
  plan: TrialPlan,
  onEnd: OnEnd,
): Promise<readonly Trial[]> {
  const failure = new AbortController()
  const stop = AbortSignal.any([plan.stop, failure.signal])
  const enter = startGate(LONGEST_START_MS, stop)
  const waiting = [...chosen]
  const ended: Trial[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !stop.aborted; next = waiting.shift())
      ended.push(...(await startTrial(next, { ...plan, stop }, enter, onEnd)))
  }
  const workers = Array.from({ length: Math.min(jobs, chosen.length) }, () =>
    work().catch((fault: unknown) => {
      failure.abort()
      throw fault
    }),
  )
  const results = await Promise.allSettled(workers)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return ended
}

/** Runs one trial once the gate lets its process start, and opens the gate when that process is up. */
async function startTrial(
  scenario: Scenario,
  plan: TrialPlan,
  enter: StartGate,
  onEnd: OnEnd,
): Promise<readonly Trial[]> {
  const isUp = await enter()
  if (plan.stop.aborted) return []
  const trial = await runTrial(scenario, plan, isUp)
  isUp()
  onEnd(scenario, trial)
  return trial === null ? [] : [trial]
}

export type StartGate = () => Promise<() => void>

/**
 * A gate for the start of processes: each waits until the one before it is up, so that on a small machine their starts
 * do not slow one another down. The caller says when its process is up.
 */
export function startGate(longestMs: number, stopped: AbortSignal): StartGate {
  const atOnce = new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }))
  let last = Promise.resolve()
  return async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await Promise.race([before, atOnce])
    if (stopped.aborted) return resolve
    const timer = setTimeout(resolve, longestMs)
    return () => {
      clearTimeout(timer)
      resolve()
    }
  }
}
