import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { closeInspector } from './exit-guard.ts'
import { type Judgement, judgeJournal, judgeTrial } from './judge.ts'
import { listen } from './listen.ts'
import type { CertifyOptions, ProcessClient, ServiceClient } from './options.ts'
import { type CertificationPlan, certificationPlan } from './plan.ts'
import { preflight } from './preflight.ts'
import { type CertificationRun, journalHead, journalOf, ownScenario, ownTrial } from './recording.ts'
import { runTrials } from './run-trials.ts'
import type { Trial } from './trial.ts'

/** The verdict on a client, and the recording that it was made from. */
export type Certification = Judgement & {
  /** JSON Lines with a seal. `judge` makes the same report from it at any time. */
  readonly journal: string
}

/**
 * Has a client go through the scenarios, once it has bought an ordinary card (a service does not have to), each at a mock of its own, and judges what it sent by the clauses of the
 * reference that bind a client. A run of all scenarios takes about as long as the longest: some 25 seconds.
 *
 * @param options the client, as a command that is started for each scenario and once before them, or as a service that is listened to.
 * @throws {UnknownScenarioError} for a name in `only` that no scenario has.
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
    .map((scenario) => ownScenario(scenario, plan.own))
  options.onProgress?.({ event: 'begun', scenarios, of: plan.scenarios.length })
  const run =
    options.command === undefined ? await certifyService(plan, options) : await certifyProcess(plan, options)
  const journal = journalOf(plan, run)
  const { isStrict = false } = options
  return { ...judgeJournal(journal, { source: 'the recording of this run', isStrict }), journal }
}

/** The host of the scenarios' mocks, each at its own port. */
const BASE_URL = 'http://127.0.0.1'

const DEFAULT_MARGIN_SECONDS = 60

/** First once more, where there are several, to see whether it can begin. @throws {CommandError} when it can't start. */
async function certifyProcess(
  plan: CertificationPlan,
  options: CertifyOptions & ProcessClient,
): Promise<CertificationRun> {
  const { signal = new AbortController().signal, force, onProgress = () => {} } = options
  const beganAt = performance.now()
  const run = {
    baseUrl: BASE_URL,
    startedAt: Date.now(),
    durationMs: 0,
    ending: null,
  }
  const head = journalHead(plan, run)
  const nameOf = ({ sku }: Scenario) => plan.own?.get(sku) ?? sku
  const bail = new AbortController()
  const stop = AbortSignal.any([signal, bail.signal])
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  try {
    const common = {
      ...plan,
      command: options.command,
      env: options.env,
      cwd: options.cwd,
      marginSeconds: options.timeLimitSeconds ?? DEFAULT_MARGIN_SECONDS,
      stop,
      isHurried: () => force?.aborted === true,
    }
    // A single scenario shows as much as a preflight.
    const failed = plan.chosen.length > 1 ? await preflight(common, onProgress) : null
    const elapsedMs = () => Math.round(performance.now() - beganAt)
    if (failed !== null) return { ...run, trials: [failed], durationMs: elapsedMs() }
    const onEnd = (scenario: Scenario, trial: Trial | null) => {
      const report = trial && judgeTrial(ownTrial(trial, plan.own), head)
      onProgress({ event: 'ended', sku: nameOf(scenario), report })
      if (options.bail === true && report?.outcome === 'broken') bail.abort()
    }
    const trials = await runTrials(plan.chosen, options.jobs ?? plan.chosen.length, common, onEnd)
    const byMs = lag.max / 1e6
    if (byMs >= TOLERATED_LAG_MS) onProgress({ event: 'late', byMs })
    const isCut = stop.aborted && trials.length < plan.chosen.length
    const ending = isCut || signal.aborted ? endingWords(signal, trials.length, plan.chosen.length) : null
    return { ...run, trials, durationMs: elapsedMs(), ending }
  } finally {
    lag.disable()
  }
}

function endingWords(interruption: AbortSignal, ended: number, planned: number): string {
  const why = interruption.aborted ? 'The run was interrupted' : 'The run ended at the first broken must'
  return `${why}: ${ended} of ${planned} scenarios had ended, and the others are not judged.`
}

/** A shorter delay can't make a wait of a second look broken: that needs a fifth of a second. */
const TOLERATED_LAG_MS = 150

const DEFAULT_TIMEOUT_SECONDS = 900

/** @throws {ListenError} when the port can't be listened on. */
async function certifyService(
  plan: CertificationPlan,
  options: CertifyOptions & ServiceClient,
): Promise<CertificationRun> {
  const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, finished, ...place } = options.listen
  const { signal, onProgress = () => {} } = options
  const [startedAt, beganAt] = [Date.now(), performance.now()]
  const stop = AbortSignal.any([signal, finished].filter((one) => one !== undefined))
  const heard = await listen({ ...plan, ...place, timeoutSeconds, stop }, onProgress)
  const ending = signal?.aborted === true ? 'The run was interrupted.' : null
  return { ...heard, startedAt, durationMs: Math.round(performance.now() - beganAt), ending }
}
