import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { hasWaited, isOnWire, needsToWait } from '../at-service.ts'
import { judgeTrial } from '../judge-journal.ts'
import type { Trial } from '../trial.ts'
import type { CertifyOptions, ProcessClient } from './options.ts'
import type { CertificationPlan } from './plan.ts'
import { clientTrust } from './process/client-trust.ts'
import { type CertificationRun, journalHead, ownTrial } from './recording.ts'
import { preflight } from './trials/preflight.ts'
import type { ProcessTrial, TrialPlan } from './trials/run-trial.ts'
import { runTrials, type TrialWatch } from './trials/run-trials.ts'

/** The host of the scenarios' mocks, each at its own port. */
const BASE_URL = '://127.0.0.1'

const DEFAULT_MARGIN_SECONDS = 60

/**
 * Starts a client once for each scenario; first once more, where there are several, to see whether it can begin.
 *
 * @throws {CommandError} when it can't be started.
 */
export async function certifyProcess(
  plan: CertificationPlan,
  options: CertifyOptions & ProcessClient,
): Promise<CertificationRun> {
  const { signal = new AbortController().signal, force, onProgress = () => {} } = options
  const { tls } = plan
  const beganAt = performance.now()
  const run = {
    baseUrl: `${tls === undefined ? 'http' : 'https'}${BASE_URL}`,
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
  const trust = tls && (await clientTrust(tls, options.env))
  try {
    const common = {
      ...plan,
      command: options.command,
      env: trust?.env ?? options.env,
      cwd: options.cwd,
      marginSeconds: options.timeLimitSeconds ?? DEFAULT_MARGIN_SECONDS,
      stop,
      isHurried: () => force?.aborted === true,
    }
    // A single scenario shows as much as a preflight.
    const failed = plan.chosen.length > 1 ? await preflight(common, onProgress) : null
    const elapsedMs = () => Math.round(performance.now() - beganAt)
    if (failed !== null)
      return { ...run, trials: [failed], durationMs: elapsedMs(), preflight: failed.scenario }
    const watch = {
      onStart: (scenario: Scenario) => onProgress({ event: 'started', sku: nameOf(scenario) }),
      onSeen: (scenario: Scenario, exchange: Exchange) =>
        onProgress({ event: 'exchange', sku: nameOf(scenario), exchange }),
      onEnd: (scenario: Scenario, { trial, output }: ProcessTrial) => {
        const judged =
          trial === null ? { report: null, clauses: [] } : judgeTrial(ownTrial(trial, plan.own), head)
        onProgress({ event: 'ended', sku: nameOf(scenario), ...judged, stderr: output.stderr.text })
        if (options.bail === true && judged.report?.outcome === 'broken') bail.abort()
      },
    }
    const trials = await trialsOf(plan.chosen, common, { ...options, watch })
    const byMs = lag.max / 1e6
    if (byMs >= TOLERATED_LAG_MS) onProgress({ event: 'late', byMs })
    const isCut = stop.aborted && trials.length < plan.chosen.length
    const ending = isCut || signal.aborted ? endingWords(signal, trials.length, plan.chosen.length) : null
    const found = options.service?.conclude(trials)
    return { ...run, trials, durationMs: elapsedMs(), ending, ...(found && { service: found }) }
  } finally {
    lag.disable()
    await trust?.remove()
  }
}

type Running = Pick<ProcessClient, 'jobs' | 'service'> & { readonly watch: TrialWatch }

/**
 * All trials of a run: those at the mock side by side, then those at a service, of which such as need an order to wait for
 * come last, and go to the mock where there was none.
 */
async function trialsOf(
  chosen: readonly Scenario[],
  common: TrialPlan,
  { jobs, service, watch }: Running,
): Promise<Trial[]> {
  const run = async (scenarios: readonly Scenario[], plan: TrialPlan, atOnce: number) => {
    if (scenarios.length === 0) return []
    const ended = await runTrials(scenarios, atOnce, plan, watch)
    return [...ended.values()].flatMap(({ trial }) => trial ?? [])
  }
  if (service === undefined) return run(chosen, common, jobs ?? chosen.length)
  const there = chosen.filter(isOnWire)
  const isHere = (one: Scenario) => !there.includes(one)
  const atMock = await run(chosen.filter(isHere), common, jobs ?? chosen.length)
  const [waiting, others] = [there.filter(needsToWait), there.filter((one) => !needsToWait(one))]
  const atService = await run(others, { ...common, service }, jobs ?? 1)
  const last = hasWaited(atService)
    ? await run(waiting, { ...common, service }, jobs ?? 1)
    : await run(waiting, common, jobs ?? chosen.length)
  return [...atMock, ...atService, ...last]
}

function endingWords(interruption: AbortSignal, ended: number, planned: number): string {
  const why = interruption.aborted ? 'The run was interrupted' : 'The run ended at the first broken must'
  return `${why}: ${ended} of ${planned} scenarios had ended, and the others are not judged.`
}

/** A shorter delay can't make a wait of a second look broken: that needs a fifth of a second. */
const TOLERATED_LAG_MS = 150
