import { type Profile, provenanceOf } from '../contract/profile/profile.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../contract/reference/server-clauses.ts'
import type { Report } from '../contract/report/report.ts'
import { ANSWERED_GAPS, ASSUMPTIONS } from './judge/assumptions.ts'
import { CHECKS } from './judge/checks.ts'
import { reportOf } from './report/build-report.ts'
import { type Target, type TargetOptions, targetOf } from './run/target.ts'
import { runSuite } from './run-suite.ts'
import type { Surroundings } from './script/caller.ts'

/** The parts of a test runner that the suite needs: of Vitest, `node:test`, Jest, or another that declares tests so. */
export type TestApi = {
  describe(name: string, declare: () => void): unknown
  /** @param timeout milliseconds; `node:test` reads none here, and has no limit of its own. */
  test(name: string, body: (...context: unknown[]) => Promise<void>, timeout: number): unknown
}

/**
 * Declares the contract suite in a file of Vitest, `node:test` or Jest: a test for each check, grouped by clause. The
 * first of them runs the whole suite; each then says what the run shows of it. A broken clause fails its test, and so does
 * an answer of the profile that was observed or confirmed and differs; what could not be observed, or is out of reach, is
 * skipped, with the reason. In Jest, which can't skip a test that runs, what was not observed fails with its reason.
 *
 * @param options the target: its base address, a TEST key, and a profile where the defaults don't fit.
 * @param api `describe` and `test` of the runner that runs the file.
 * @throws {RangeError | ProfileError} when the key is not a TEST key, or the profile can't be used.
 *
 * @example
 * import * as vitest from 'vitest'
 * contractSuite({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'pk_test_me' }, vitest)
 */
export function contractSuite(options: TargetOptions, api: TestApi): void {
  declareSuite(targetOf(options), api)
}

/** Declares the suite for a complete target. */
export function declareSuite(target: Target, api: TestApi, surroundings: Surroundings = {}): void {
  let running: Promise<Report> | undefined
  const report = () => (running ??= runSuite(target, surroundings).then(reportOf))
  const timeout = (target.profile.limits.settleSeconds + 120) * 1000
  const declare = (name: string, told: (report: Report) => Told) => {
    const body = async (...context: unknown[]) => tell(told(await report()), context)
    // Bound, since Vitest reads in the text of a function what it destructures, where tests have fixtures.
    api.test(name, body.bind(null), timeout)
  }
  for (const { id, section, text } of Object.values(SERVER_CLAUSES))
    api.describe(`${id} (§ ${section}): ${text}`, () => {
      for (const { name, title, thorough } of CHECKS[id as ServerClauseId])
        if (thorough !== true || target.thorough) declare(title, (report) => checkIn(report, id, name))
    })
  api.describe('assumptions of the profile', () => {
    for (const { gap } of ANSWERED_GAPS) {
      const rule = ASSUMPTIONS[gap]
      if (rule === undefined) continue
      declare(rule.title, (report) => assumptionIn(report, gap, target.profile))
    }
  })
}

/** What a check or an assumption says: nothing where it is kept. */
type Told = { readonly verdict: 'kept' | 'fails' | 'skipped'; readonly message: string }

function checkIn(report: Report, clause: string, check: string): Told {
  const found = report.clauses.find(({ id }) => id === clause)
  const judged = found?.checks.find(({ id }) => id === `${clause}/${check}`)
  const message = judged?.message ?? judged?.title ?? ''
  if (judged?.verdict === 'kept') return { verdict: 'kept', message }
  const isTied = found?.either !== undefined && judged !== undefined && judged.evidence.length > 0
  if (isTied)
    return { verdict: 'fails', message: `${message} Either this or ${found?.either?.join(', ')} is broken.` }
  return { verdict: judged?.verdict === 'broken' ? 'fails' : 'skipped', message }
}

/** An assumption that differs breaks no documented statement: it fails where the answer was known to hold. */
function assumptionIn(report: Report, gap: GapId, profile: Profile): Told {
  const judged = report.assumptions.find((one) => one.gap === gap)
  const message = judged?.message ?? gap
  if (judged?.verdict === 'holds') return { verdict: 'kept', message }
  return { verdict: judged?.verdict === 'differs' && isSure(gap, profile) ? 'fails' : 'skipped', message }
}

function isSure(gap: GapId, profile: Profile): boolean {
  const { profileKey } = GAPS[gap]
  return profileKey !== null && provenanceOf(profile, profileKey) !== 'assumed'
}

/** Vitest and `node:test` hand a context to a test, by which it is skipped; Jest hands over nothing. */
function tell({ verdict, message }: Told, [context]: readonly unknown[]): void {
  if (verdict === 'kept') return
  if (verdict === 'skipped' && canSkip(context)) return void context.skip(message)
  throw new Error(verdict === 'skipped' ? `Not observed: ${message}` : message)
}

/** The context of Vitest is a function. */
function canSkip(context: unknown): context is { skip(reason: string): void } {
  return typeof (context as { skip?: unknown } | undefined)?.skip === 'function'
}
