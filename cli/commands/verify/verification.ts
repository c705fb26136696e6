import type { Profile } from '../../../contract/profile/profile.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import type { Report } from '../../../contract/report/report.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { readPointer } from '../../../contract/wire/json-pointer.ts'
import { observedOf } from '../../../contract-tests/drift/observe/observe.ts'
import type { Observed } from '../../../contract-tests/drift/observed-schema.ts'
import { buildReport, type EarlyEnd } from '../../../contract-tests/report/build-report.ts'
import type { CheckResult } from '../../../contract-tests/result.ts'
import { openSession } from '../../../contract-tests/run/session.ts'
import { isOnThisMachine, newRunId, type Target } from '../../../contract-tests/run/target.ts'
import { runChecks } from '../../../contract-tests/run-checks.ts'
import { wrongAddress } from '../../../contract-tests/steps/wrong-address.ts'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import { refuseUnknownCard } from '../../target/chosen-card.ts'
import { mockPartners, unansweredReason } from '../../target/preflight.ts'

/** What is verified, and how. */
export type Aim = Omit<Target, 'runId'>

/** Callbacks of a verification, and what may end it. */
export type Watch = {
  readonly onResult: () => void
  readonly onWaiting: (text: string) => void
  /** Resolves with the reason when the run must end early. */
  readonly stopped: Promise<string>
}

/** The result of a verification. */
export type Verification = {
  readonly report: Report
  /** The shape of what was answered; null if the run ended early. */
  readonly observed: Observed | null
}

/**
 * Runs the suite against a target that answers. There is always a report.
 *
 * @throws {InputError} for a card that is not in the catalogue, before anything is bought.
 */
export async function runVerification(aim: Aim, watch: Watch): Promise<Verification> {
  const startedAt = Date.now()
  const beganAt = performance.now()
  let sent = 0
  const stop = new AbortController()
  void watch.stopped.then((reason) => stop.abort(reason))
  const report = (results: readonly CheckResult[], ending?: EarlyEnd): Report => {
    const durationMs = performance.now() - beganAt
    const { baseUrl, profile, thorough, maxPurchases: limit } = aim
    const mode = modeSeen(results, profile)
    const facts = {
      tool: TOOL,
      baseUrl,
      profile,
      thorough,
      mode,
      startedAt,
      durationMs,
      purchases: { limit, sent },
    }
    return buildReport(facts, results, ending)
  }
  const message = await unansweredReason(aim)
  if (message !== undefined)
    return { report: report([], { outcome: 'unreachable', message }), observed: null }
  const target = await targetOf(aim, stop.signal)
  await refuseUnknownCard(target)
  const session = openSession(target, { say: watch.onWaiting, signal: stop.signal })
  const elsewhere = await wrongAddress(session).catch(undecided)
  if (elsewhere !== undefined)
    return { report: report([], { outcome: 'unreachable', message: elsewhere }), observed: null }
  const results = await runChecks(session, { onResult: watch.onResult })
  sent = session.budget.sent
  if (stop.signal.aborted) return { report: report(results, stoppedBecause(stop.signal)), observed: null }
  const at = new Date(startedAt).toISOString()
  const observed = observedOf(session.shapes(), { baseUrl: aim.baseUrl, at })
  return { report: report(results, faultEnding(results)), observed }
}

/** What goes wrong here goes wrong in a check, too, which says so. */
const undecided = () => undefined

function stoppedBecause({ reason }: AbortSignal): EarlyEnd {
  const rest = 'What had not been seen by then is not observed, and purchases may still be under way.'
  return { message: `${reason} ${rest}` }
}

/**
 * The target of a run. A mock of this kit has its own key whose allowlist does not include this machine. The user's
 * second key is not used there, since the mock would serve it like any other.
 */
async function targetOf(aim: Aim, signal: AbortSignal): Promise<Target> {
  const target = { ...aim, runId: newRunId() }
  const partners = isOnThisMachine(aim.baseUrl) ? await mockPartners(aim.baseUrl, signal) : undefined
  return partners?.includes(ALLOWLISTED_PARTNER.id)
    ? { ...target, notAllowedKey: ALLOWLISTED_PARTNER.key }
    : target
}

function faultEnding(results: readonly CheckResult[]): EarlyEnd | undefined {
  const fault = results.find((result) => result.fault !== null)?.fault
  if (fault == null) return undefined
  const message = `The kit has a fault of its own, which says nothing about the target: ${fault.split('\n')[0]}`
  return { outcome: 'harness-fault', message }
}

function modeSeen(results: readonly CheckResult[], profile: Profile): string | null {
  const ping = results.flatMap(({ evidence }) => evidence).find(({ operation }) => operation === 'ping')
  const mode = readPointer(parseJson(ping?.response?.body ?? ''), profile.ping.mode)
  return typeof mode === 'string' ? mode.slice(0, 32) : null
}
