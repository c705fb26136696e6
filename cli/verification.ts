import { readPointer } from '../contract/json-pointer.ts'
import type { Profile } from '../contract/profile.ts'
import type { Report } from '../contract/report.ts'
import { buildReport, type Ending, type RunFacts } from '../contract-tests/build-report.ts'
import type { CheckResult } from '../contract-tests/result.ts'
import { runSuite } from '../contract-tests/run-suite.ts'
import { newRunId, type Target } from '../contract-tests/target.ts'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { mockPartners, unreachableReason } from './reach.ts'
import { isOnThisMachine } from './target.ts'
import { TOOL } from './tool.ts'

/** What a verification is pointed at. */
export type Aim = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly profile: Profile
  readonly sku?: string
}

/** What a verification is told while it runs. */
export type Watch = {
  /** Called for each check that is done. */
  readonly onResult: () => void
  /** Resolves when the user has had enough. */
  readonly interrupted: Promise<unknown>
}

/** Runs the suite against a target that answers. Whatever becomes of it, there is a report. */
export async function runVerification(aim: Aim, { onResult, interrupted }: Watch): Promise<Report> {
  const startedAt = Date.now()
  const beganAt = performance.now()
  const report = (results: readonly CheckResult[], ending?: Ending): Report => {
    const durationMs = performance.now() - beganAt
    return buildReport({ ...factsOf(aim, results), startedAt, durationMs }, results, ending)
  }
  const reason = await unreachableReason(aim.baseUrl)
  if (reason !== undefined) {
    const message = `Nothing answers at ${aim.baseUrl}: ${reason}. Check --base-url, and that the target is running.`
    return report([], { outcome: 'unreachable', message })
  }
  const seen: CheckResult[] = []
  const target = { ...aim, ...(await mockKeys(aim.baseUrl)), runId: newRunId() }
  const run = runSuite(target, (result) => {
    seen.push(result)
    onResult()
  })
  const ended = await Promise.race([run, interrupted.then(() => undefined)])
  return ended === undefined ? report(seen, INTERRUPTED) : report(ended.results, faultEnding(ended.faults))
}

const INTERRUPTED: Ending = {
  outcome: 'incomplete',
  message:
    'The run was interrupted. What had not been seen by then is not observed; purchases may still be under way.',
}

function factsOf(
  { baseUrl, profile }: Aim,
  results: readonly CheckResult[],
): Omit<RunFacts, 'startedAt' | 'durationMs'> {
  return { tool: TOOL, baseUrl, profile, mode: modeSeen(results, profile) }
}

/** What a mock of this kit lets the suite see besides: a key whose allowlist leaves this machine out. */
async function mockKeys(baseUrl: string): Promise<Pick<Target, 'notAllowedKey'>> {
  const partners = isOnThisMachine(baseUrl) ? await mockPartners(baseUrl) : undefined
  return partners?.includes(ALLOWLISTED_PARTNER.id) ? { notAllowedKey: ALLOWLISTED_PARTNER.key } : {}
}

function faultEnding(faults: readonly string[]): Ending | undefined {
  const [first] = faults
  if (first === undefined) return undefined
  const message = `The kit has a fault of its own, which says nothing about the target: ${first.split('\n')[0]}`
  return { outcome: 'harness-fault', message }
}

function modeSeen(results: readonly CheckResult[], profile: Profile): string | null {
  const ping = results.flatMap(({ evidence }) => evidence).find(({ operation }) => operation === 'ping')
  try {
    const mode = readPointer(JSON.parse(ping?.response?.body ?? 'null'), profile.ping.mode)
    return typeof mode === 'string' ? mode.slice(0, 32) : null
  } catch {
    return null
  }
}
