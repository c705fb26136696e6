import type { Profile } from '../../../contract/profile/profile.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import type { Report } from '../../../contract/report/report.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { conclude } from '../../report/conclude.ts'
import type { Trial } from '../../trial.ts'
import { remarksOnMusts } from '../../variants/broken-musts.ts'
import { type Attempt, type MakeTrials, matrixReport, tryVariants } from '../../variants/try-variants.ts'
import { variantsOf } from '../../variants/variants.ts'
import type { ProcessClient } from '../options.ts'
import type { MatrixProgress } from '../progress.ts'
import { sideBySide, startTrial } from '../trials/run-trials.ts'
import { secondsOf } from '../trials/scenario-time.ts'

export type MatrixOptions = Pick<ProcessClient, 'command' | 'env' | 'cwd'> & {
  readonly jobs: number
  readonly timeLimitSeconds: number
  readonly profile: Profile
  /** Aborted to end the run: what had not ended by then was not observed. */
  readonly signal: AbortSignal
  /** Aborted to kill clients instead of waiting for their orderly end. */
  readonly force: AbortSignal
  readonly onProgress: (progress: MatrixProgress) => void
}

const INTERRUPTED = 'The run was interrupted: what had not ended by then was not observed.'

/** All trials side by side. @throws {CommandError} when the client can't be started. */
export async function makeMatrix(options: MatrixOptions): Promise<Report> {
  const beganAt = performance.now()
  const startedAt = Date.now()
  const made = new Map<Attempt, Trial | null>()
  const { profile } = options
  const variants = await tryVariants(
    { variants: variantsOf(profile), profile, scenarios: SCENARIOS },
    async (attempts) => {
      const trials = await trialsOf(attempts, options)
      for (const [attempt, trial] of trials) made.set(attempt, trial)
      return trials
    },
  )
  const durationMs = performance.now() - beganAt
  // Each mock has its own port, and only this mode.
  const facts = { tool: TOOL, baseUrl: 'http://127.0.0.1', mode: 'TEST', startedAt, durationMs }
  const ending = options.signal.aborted ? INTERRUPTED : null
  const trials = [...made.values()].filter((trial) => trial !== null)
  const report = matrixReport(variants, facts, remarksOnMusts(made))
  return conclude(report, { trials, ending, isStrict: false })
}

async function trialsOf(
  attempts: Parameters<MakeTrials>[0],
  { command, jobs, timeLimitSeconds: marginSeconds, env, cwd, signal, force, onProgress }: MatrixOptions,
): ReturnType<MakeTrials> {
  const longestFirst = attempts.toSorted((one, other) => secondsOf(other.scenario) - secondsOf(one.scenario))
  const isHurried = () => force.aborted
  onProgress({ event: 'begun', trials: attempts.length })
  return sideBySide(longestFirst, jobs, signal, async (attempt: Attempt, { stop, enter }) => {
    const sku = attempt.name
    const { trial } = await startTrial(
      attempt.scenario,
      { ...attempt, command, marginSeconds, stop, isHurried, env, cwd },
      enter,
      {
        onStart: () => onProgress({ event: 'started', sku }),
        onSeen: (_, exchange) => onProgress({ event: 'exchange', sku, exchange }),
        onEnd: (_, { output }) =>
          onProgress({ event: 'ended', sku, report: null, clauses: [], stderr: output.stderr.text }),
      },
    )
    return trial
  })
}
