import type { Clock } from '../../../contract/clock.ts'
import type { Report } from '../../../contract/report/report.ts'
import {
  type Baseline,
  excuse,
  proposeBaseline,
  requireClauses,
  withStrictAnswers,
} from '../../../contract-tests/baseline.ts'
import type { Check } from '../../../contract-tests/checks/check.ts'
import { type Ending, emptyReport } from '../../../contract-tests/report.ts'
import { type Run, runSuite } from '../../../contract-tests/run.ts'
import { Service } from '../../../contract-tests/service.ts'
import { blocksAddressOf } from '../../../contract-tests/target/own-mock.ts'
import { type Pace, paceOf } from '../../../contract-tests/target/pace.ts'
import { newRunId, type Target } from '../../../contract-tests/target/target.ts'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import type { Io } from '../../io.ts'
import { refuseUnknownCard, unansweredReason } from '../../target/preflight.ts'

export type Aim = Omit<Target, 'runId'>

export type Watch = {
  readonly say: (text: string) => void
  /** Resolves with the reason when the run must end early. */
  readonly stopped: Promise<string>
  readonly clock: Clock
}

/**
 * Runs the suite against a target that answers. There is always a report; the calls are empty where nothing was sent.
 *
 * @throws {InputError} for a card that is not in the catalogue, before anything is bought.
 */
export async function runVerification(aim: Aim, checks: readonly Check[], watch: Watch): Promise<Run> {
  const stop = new AbortController()
  void watch.stopped.then((reason) => stop.abort(reason))
  const message = await unansweredReason(aim, aim)
  if (message !== undefined) return ended(aim, { outcome: 'unreachable', message })
  const target = await targetOf(aim, stop.signal)
  await refuseUnknownCard(target)
  try {
    return await runSuite(target, { ...sayingWaits(watch), signal: stop.signal }, checks)
  } catch (cause) {
    return ended(aim, { outcome: 'harness-fault', message: faultWords(cause) })
  }
}

/** Longer waits are said: a run that says nothing seems to hang. Milliseconds. */
const SAID_WAIT_MS = 2000

/** What a run says and how it waits: it also says for how long, where what it does has not said so itself. */
function sayingWaits({ say, clock }: Watch): { say: (text: string) => void; pace: Pace } {
  const pace = paceOf(clock)
  let doing = ''
  const saying = (text: string) => {
    doing = text
    say(text)
  }
  const sleep: Pace['sleep'] = async (milliseconds, signal) => {
    if (milliseconds < SAID_WAIT_MS) return pace.sleep(milliseconds, signal)
    say(`waiting ${Number((milliseconds / 1000).toFixed(1))} s${doing && `: ${doing}`}`)
    await pace.sleep(milliseconds, signal)
    say(doing)
  }
  return { say: saying, pace: { now: pace.now, sleep } }
}

/** A run that saw nothing. */
function ended(aim: Aim, ending: Ending): Run {
  return { report: emptyReport(new Service({ ...aim, runId: newRunId() }), ending), calls: [] }
}

function faultWords(cause: unknown): string {
  const fault = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return `The kit has a fault of its own, which says nothing about the target: ${fault.split('\n')[0]}`
}

/**
 * The target of a run. A mock of this kit has its own key whose allowlist does not include this machine. The user's
 * second key is not used there, since the mock would serve it like any other.
 */
async function targetOf(aim: Aim, signal: AbortSignal): Promise<Target> {
  const target = { ...aim, runId: newRunId() }
  const { key } = ALLOWLISTED_PARTNER
  return (await blocksAddressOf(key, aim, signal)) ? { ...target, notAllowedKey: key } : target
}

export type Yardstick = {
  /** Ids of clauses that count also if they are out of reach. */
  readonly required: readonly string[]
  readonly baseline: Baseline
  readonly isStrict: boolean
  /** An ISO date. */
  readonly today: string
}

/** A run with its verdict, and the baseline that would let it pass; null if it passes, or if no baseline would help. */
export type JudgedRun = { readonly report: Report; readonly proposal: Baseline | null }

/** Judges what a verification saw. A run that was ended early is not excused. */
export function judgeRun(report: Report, { required, baseline, isStrict, today }: Yardstick): JudgedRun {
  const seen = requireClauses(report, required)
  const judgedWith = (entries: Baseline) => {
    const excused = report.message === null ? excuse(seen, entries, today) : seen
    return isStrict ? withStrictAnswers(excused) : excused
  }
  const judged = judgedWith(baseline)
  const proposal = proposeBaseline(judged, today)
  const isOfUse = judged.outcome !== 'kept' && judgedWith(proposal).outcome === 'kept'
  return { report: judged, proposal: isOfUse ? proposal : null }
}

export function today({ clock }: Pick<Io, 'clock'>): string {
  return new Date(clock.now()).toISOString().slice(0, 10)
}
