import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { closeInspector } from './client-process.ts'
import { type Judgement, judgeJournal, judgeTrial } from './judge.ts'
import type { CertifyOptions, ProcessClient, ServiceClient } from './options.ts'
import {
  type CertificationPlan,
  type CertificationRun,
  certificationPlan,
  journalHead,
  journalOf,
  underOwnSku,
  withScenarioSku,
} from './plan.ts'
import { preflight } from './preflight.ts'
import { runTrial, type TrialPlan } from './process-trial.ts'
import type { Trial } from './trial.ts'

/** The verdict on a client, and the recording that was judged. */
export type Certification = Judgement & {
  /** JSON Lines with a seal. `judge` makes the same report from it at any time. */
  readonly journal: string
}

/**
 * Runs a client through the scenarios, each with its own mock, and judges its requests by the clauses that bind a
 * client. A run of all scenarios takes about 20 seconds.
 *
 * @param options the client, as a command that is started for each scenario and once before them, to buy an ordinary card;
 * or as a service that is listened to.
 * @throws {UnknunderOwnSkuError} for a name in `only` that no scenario has.
 * @throws {ProfileError} for a profile that can't be used.
 * @throws {CommandError} when the command can't be started.
 * @throws {ListenError} when the port can't be listened on.
 *
 * @example
 * const { isCertified, report, journal } = await certify({ command: ['node', 'client.mjs'] })
 *
 * @example
 * // A running service gets the address and the key.
 * const { isCertified } = await certify({
 *   listen: { timeoutSeconds: 120 },
 *   onProgress: (progress) => {
 *     if (progress.event === 'listening') buyAll(progress.url, progress.key, progress.purchases)
 *   },
 * })
 */
export async function certify(options: CertifyOptions): Promise<Certification> {
  closeInspector()
  const plan = certificationPlan(options)
  const scenarios = plan.scenarios
    .filter((one) => plan.chosen.includes(one))
    .map((scenario) => underOwnSku(scenario, plan.scenarioSkus))
  options.onProgress?.({ event: 'begun', scenarios, of: plan.scenarios.length })
  const begun = { startedAt: Date.now(), beganAt: performance.now() }
  const run =
    options.command === undefined ? await certifyService(plan, options) : await certifyProcess(plan, options)
  const durationMs = Math.round(performance.now() - begun.beganAt)
  const journal = journalOf(plan, { ...run, durationMs, startedAt: begun.startedAt })
  const { isStrict = false } = options
  return { ...judgeJournal(journal, { source: 'the recording of this run', isStrict }), journal }
}

type Run = Pick<CertificationRun, 'baseUrl' | 'ending' | 'trials'>

/** The host of the scenarios' mocks. Each has its own port. */
const BASE_URL = 'http://127.0.0.1'

const DEFAULT_MARGIN_SECONDS = 60

/** @throws {CommandError} when the client can't be started. */
async function certifyProcess(
  plan: CertificationPlan,
  options: CertifyOptions & ProcessClient,
): Promise<Run> {
  const { command, env, cwd, jobs = plan.chosen.length, force, onProgress = () => {} } = options
  const { signal = new AbortController().signal, timeLimitSeconds = DEFAULT_MARGIN_SECONDS } = options
  const bail = new AbortController()
  const stop = AbortSignal.any([signal, bail.signal])
  const common: TrialPlan = {
    ...plan,
    ...{ command, env, cwd, stop, marginSeconds: timeLimitSeconds },
    isHurried: () => force?.aborted === true,
  }
  const run = { baseUrl: BASE_URL, ending: null }
  // A single scenario shows just as much as a preflight.
  const failed = plan.chosen.length > 1 ? await preflight(common, onProgress) : null
  if (failed !== null) return { ...run, trials: [failed] }
  const head = journalHead(plan, { ...run, startedAt: Date.now(), durationMs: 0 })
  const onEnd = (scenario: Scenario, trial: Trial | null) => {
    const report = trial && judgeTrial(withScenarioSku(trial, plan.scenarioSkus), head)
    onProgress({ event: 'ended', sku: underOwnSku(scenario, plan.scenarioSkus).sku, report })
    if (options.bail === true && report?.outcome === 'broken') bail.abort()
  }
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const trials = await sideBySide(plan.chosen, jobs, common, onEnd).finally(() => lag.disable())
  const byMs = lag.max / 1e6
  if (byMs >= TOLERATED_LAG_MS) onProgress({ event: 'late', byMs })
  const isCut = stop.aborted && trials.length < plan.chosen.length
  const ending = isCut || signal.aborted ? endingWords(signal, trials.length, plan.chosen.length) : null
  return { ...run, trials, ending }
}

/** A shorter delay can't make a wait of one second look broken: that takes 200 ms. */
const TOLERATED_LAG_MS = 150

function endingWords(interruption: AbortSignal, ended: number, planned: number): string {
  const why = interruption.aborted ? 'The run was interrupted' : 'The run ended at the first broken must'
  return `${why}: ${ended} of ${planned} scenarios had ended, and the others are not judged.`
}

const DEFAULT_TIMEOUT_SECONDS = 900

/** @throws {ListenError} when the port can't be listened on. */
async function certifyService(
  plan: CertificationPlan,
  options: CertifyOptions & ServiceClient,
): Promise<Run> {
  const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, finished, ...place } = options.listen
  const { signal, onProgress = () => {} } = options
  const stop = AbortSignal.any([signal, finished].filter((one) => one !== undefined))
  const { listen } = await import('./listen.ts')
  const heard = await listen({ ...plan, ...place, timeoutSeconds, stop }, onProgress)
  return { ...heard, ending: signal?.aborted === true ? 'The run was interrupted.' : null }
}

/** @param trial null if it was interrupted. */
type OnEnd = (scenario: Scenario, trial: Trial | null) => void

/**
 * Runs the client through scenarios in order, at most `jobs` at a time, until the plan's `stop` is aborted. The first
 * failure ends the other runs.
 *
 * @throws {CommandError} when the client can't be started; then no process of the run is left.
 */
export async function sideBySide(
  chosen: readonly Scenario[],
  jobs: number,
  plan: TrialPlan,
  onEnd: OnEnd,
): Promise<readonly Trial[]> {
  const failure = new AbortController()
  const stop = AbortSignal.any([plan.stop, failure.signal])
  const enter = startGate(STARTS_AT_ONCE, LONGEST_START_MS)
  const waiting = [...chosen]
  const ended: Trial[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !stop.aborted; next = waiting.shift()) {
      const isUp = await enter()
      if (stop.aborted) return isUp()
      const trial = await runTrial(next, { ...plan, stop }, isUp).finally(isUp)
      onEnd(next, trial)
      if (trial !== null) ended.push(trial)
    }
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

/** On two cores, more starts at a time would only slow one another down. */
const STARTS_AT_ONCE = 3
/**
 * How long a start may keep the next one waiting. A virtual machine that compiles first may need this long on a busy
 * computer, and further starts would slow it down more.
 */
const LONGEST_START_MS = 10_000

/**
 * Limits the number of processes that start at the same time. Each calls the returned function when it is up, which
 * lets the next one start.
 */
function startGate(places: number, longestMs: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let free = places
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((enter) => void waiting.push(enter))
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longestMs)
    void promise.then(() => {
      clearTimeout(timer)
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    })
    return resolve
  }
}
