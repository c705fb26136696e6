import { monitorEventLoopDelay } from 'node:perf_hooks'
import { judgeTrial } from '../judge-journal.ts'
import type { CertifyOptions, ProcessClient } from './options.ts'
import type { CertificationPlan } from './plan.ts'
import { clientTrust } from './process/client-trust.ts'
import { type CertificationRun, journalHead } from './recording.ts'
import { runTrials } from './trials/run-trials.ts'

/** The host of the scenarios' mocks, each at its own port. */
const BASE_URL = '://127.0.0.1'

const DEFAULT_MARGIN_SECONDS = 60

/**
 * Starts a client once for each scenario.
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
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const trust = tls && (await clientTrust(tls, options.env))
  try {
    const ended = await runTrials(
      plan.chosen,
      options.jobs ?? plan.chosen.length,
      {
        ...plan,
        command: options.command,
        env: trust?.env ?? options.env,
        cwd: options.cwd,
        marginSeconds: options.timeLimitSeconds ?? DEFAULT_MARGIN_SECONDS,
        stop: signal,
        isHurried: () => force?.aborted === true,
      },
      {
        onStart: ({ sku }) => onProgress({ event: 'started', sku }),
        onSeen: ({ sku }, exchange) => onProgress({ event: 'exchange', sku, exchange }),
        onEnd: ({ sku }, { trial, output }) => {
          const judged = trial === null ? { report: null, clauses: [] } : judgeTrial(trial, head)
          onProgress({ event: 'ended', sku, ...judged, stderr: output.stderr.text })
        },
      },
    )
    const trials = [...ended.values()].flatMap(({ trial }) => trial ?? [])
    const byMs = lag.max / 1e6
    if (byMs >= TOLERATED_LAG_MS) onProgress({ event: 'late', byMs })
    const durationMs = Math.round(performance.now() - beganAt)
    const ending = signal.aborted ? interrupted(trials.length, plan.chosen.length) : null
    return { ...run, trials, durationMs, ending }
  } finally {
    lag.disable()
    await trust?.remove()
  }
}

function interrupted(ended: number, planned: number): string {
  return `The run was interrupted: ${ended} of ${planned} scenarios had ended, and the others are not judged.`
}

/** A shorter delay can't make a wait of a second look broken: that needs a fifth of a second. */
const TOLERATED_LAG_MS = 150
