import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  type CertificationPlan,
  type CertificationRun,
  headOf,
} from '../../../certification/runner/certification-plan.ts'
import { judgeTrial } from '../../../certification/runner/judgement.ts'
import { lastSeen } from '../../../certification/runner/last-seen.ts'
import type { Command } from '../../../certification/runner/process/run-client.ts'
import type { ProcessTrial } from '../../../certification/runner/trials/run-trial.ts'
import { runTrials } from '../../../certification/runner/trials/run-trials.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Io } from '../../io.ts'
import type { Interruption } from '../../terminal/interruption.ts'
import { type Paint, paintFor } from '../../terminal/terminal.ts'
import { LiveList } from './live-list.ts'
import { lastWords, outcomeLine } from './render-outcomes.ts'

/** How many scenarios at a time, and how long each may take beyond its own course. */
export type Pace = { readonly jobs: number; readonly marginSeconds: number }

type ProcessPlan = CertificationPlan & { readonly command: Command }

/** Where the mocks of the scenarios stand: each at a port of its own. */
const BASE_URL = 'http://127.0.0.1'

/**
 * Starts the client once for each scenario, and shows on standard output how far it has come.
 *
 * @throws {CommandError} when it can't be started.
 */
export async function certifyProcess(
  plan: ProcessPlan,
  { jobs, marginSeconds }: Pace,
  { signal, isHurried, isInterrupted }: Interruption,
  io: Io,
): Promise<CertificationRun> {
  const paint = paintFor(io.stdout, io.env)
  const list = new LiveList(io.stdout, paint, plan.chosen.length)
  const beganAt = performance.now()
  const run = { trials: [], baseUrl: BASE_URL, startedAt: Date.now(), durationMs: 0, ending: null }
  const head = headOf(plan, run)
  const endLine = (scenario: Scenario, ended: ProcessTrial) => {
    const report = ended.trial === null ? undefined : judgeTrial(ended.trial, head)
    return report === undefined
      ? `${paint('yellow', '○')} ${scenario.sku}  interrupted`
      : [outcomeLine(report, paint), ...words(ended, report.outcome !== 'kept', paint)].join('\n')
  }
  const watchLag = monitorEventLoopDelay({ resolution: 10 })
  watchLag.enable()
  try {
    const ended = await runTrials(
      plan.chosen,
      jobs,
      { ...plan, marginSeconds, stop: signal, isHurried, env: io.env, cwd: io.cwd },
      {
        onStart: (scenario) => list.start(scenario),
        onSeen: (scenario, exchange) => list.see(scenario, lastSeen(exchange)),
        onEnd: (scenario, trial) => list.end(scenario, endLine(scenario, trial)),
      },
    )
    const trials = [...ended.values()].flatMap(({ trial }) => trial ?? [])
    for (const line of lagLines(watchLag.max / 1e6)) list.say(paint('yellow', line))
    return {
      ...run,
      trials,
      durationMs: Math.round(performance.now() - beganAt),
      ending: isInterrupted() ? interrupted(trials.length, plan.chosen.length) : null,
    }
  } finally {
    watchLag.disable()
    list.close()
  }
}

/** What the client said last helps whoever has to mend it. */
function words(ended: ProcessTrial, isTelling: boolean, paint: Paint): string[] {
  return isTelling ? lastWords(ended.output).map((line) => paint('dim', `    it said: ${line}`)) : []
}

function interrupted(ended: number, planned: number): string {
  return `The run was interrupted: ${ended} of ${planned} scenarios had ended, and the others are not judged.`
}

/** Less can't make a wait of a second look broken: that takes a fifth of it. */
const TOLERATED_LAG_MS = 150

/** The kit measures how long a client waited: where it was late itself, a wait may look shorter than it was. */
function lagLines(lagMs: number): string[] {
  if (lagMs < TOLERATED_LAG_MS) return []
  return [
    `This machine was busy: the kit was late by up to ${Math.round(lagMs)} ms, and a wait may look shorter by that. If waits-poll-after is broken by little, run again with fewer --jobs.`,
  ]
}
