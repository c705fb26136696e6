import type { Pace } from '../../../cli/commands/certify/certify-process.ts'
import { LiveList } from '../../../cli/commands/certify/live-list.ts'
import type { Io } from '../../../cli/io.ts'
import type { Interruption } from '../../../cli/terminal/interruption.ts'
import { paintFor } from '../../../cli/terminal/terminal.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import type { Report } from '../../../contract/report/report.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Trial } from '../../trial.ts'
import { remarksOnMusts } from '../../variants/broken-musts.ts'
import { type Attempt, type MakeTrials, tryVariants } from '../../variants/matrix.ts'
import { matrixReport } from '../../variants/matrix-report.ts'
import { variantsOf } from '../../variants/variants.ts'
import { concludedReport } from '../concluded-report.ts'
import { lastSeen } from '../last-seen.ts'
import type { Command } from '../process/run-client.ts'
import { startTrial } from '../trials/run-trials.ts'
import { secondsOf } from '../trials/scenario-time.ts'
import { sideBySide } from '../trials/side-by-side.ts'

/** What a matrix is made of: the built-in scenarios, and one client that is started for each trial. */
export type MatrixOrder = { readonly command: Command; readonly profile: Profile; readonly pace: Pace }

const INTERRUPTED = 'The run was interrupted: what had not ended by then was not observed.'

/**
 * Makes the matrix of assumptions: starts the client for each variant and each control, all side by side.
 *
 * @throws {CommandError} when it can't be started.
 */
export async function makeMatrix(order: MatrixOrder, interruption: Interruption, io: Io): Promise<Report> {
  const beganAt = performance.now()
  const startedAt = Date.now()
  const made = new Map<Attempt, Trial | null>()
  const { profile } = order
  const variants = await tryVariants(
    { variants: variantsOf(profile), profile, scenarios: SCENARIOS },
    async (attempts) => {
      const trials = await trialsOf(attempts, order, interruption, io)
      for (const [attempt, trial] of trials) made.set(attempt, trial)
      return trials
    },
  )
  const durationMs = performance.now() - beganAt
  // The mocks stand at ports of their own, and have no other mode.
  const facts = { tool: TOOL, baseUrl: 'http://127.0.0.1', mode: 'TEST', startedAt, durationMs }
  const ending = interruption.isInterrupted() ? INTERRUPTED : null
  const trials = [...made.values()].filter((trial) => trial !== null)
  const report = matrixReport(variants, facts, remarksOnMusts(made))
  return concludedReport(report, { trials, ending, isStrict: false })
}

async function trialsOf(
  attempts: Parameters<MakeTrials>[0],
  { command, pace }: MatrixOrder,
  { signal, isHurried }: Interruption,
  io: Io,
): ReturnType<MakeTrials> {
  const list = new LiveList(io.stdout, paintFor(io.stdout, io.env), attempts.length)
  const longestFirst = attempts.toSorted((one, other) => secondsOf(other.scenario) - secondsOf(one.scenario))
  try {
    return await sideBySide(longestFirst, pace.jobs, signal, async (attempt: Attempt, { stop, enter }) => {
      const named = { sku: attempt.name }
      const { trial } = await startTrial(
        attempt.scenario,
        { ...attempt, command, marginSeconds: pace.marginSeconds, stop, isHurried, env: io.env, cwd: io.cwd },
        enter,
        {
          onStart: () => list.start(named),
          onSeen: (_, exchange) => list.see(named, lastSeen(exchange)),
          onEnd: () => list.end(named, null),
        },
      )
      return trial
    })
  } finally {
    list.close()
  }
}
