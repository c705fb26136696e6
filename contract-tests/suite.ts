import { provenanceOf } from '../contract/profile/profile.ts'
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
      for (const { name, title } of CHECKS[id as ServerClauseId])
        declare(title, (report) => checkIn(report, id, name))
    })
  api.describe('assumptions of the profile', () => {
    for (const { gap, profileKey } of ANSWERED_GAPS) {
      const title = ASSUMPTIONS[gap]?.title
      // One that differs breaks no documented statement: it fails where the answer was known to hold.
      const isSure = provenanceOf(target.profile, profileKey) !== 'assumed'
      const verdicts = {
        holds: 'kept',
        differs: isSure ? 'fails' : 'skipped',
        'not-observed': 'skipped',
      } as const
      if (title === undefined) continue
      declare(title, ({ assumptions }) => {
        const judged = assumptions.find((one) => one.gap === gap)
        return { verdict: verdicts[judged?.verdict ?? 'not-observed'], message: judged?.message ?? gap }
      })
    }
  })
}

/** What a check or an assumption says: nothing where it is kept. */
type Told = { readonly verdict: 'kept' | 'fails' | 'skipped'; readonly message: string }

function checkIn({ clauses }: Report, clause: string, check: string): Told {
  const { checks = [], either } = clauses.find(({ id }) => id === clause) ?? {}
  const judged = checks.find(({ id }) => id === `${clause}/${check}`)
  const message = judged?.message ?? judged?.title ?? ''
  if (judged?.verdict === 'kept') return { verdict: 'kept', message }
  if (either !== undefined && judged !== undefined && judged.evidence.length > 0)
    return { verdict: 'fails', message: `${message} Either this or ${either.join(', ')} is broken.` }
  return { verdict: judged?.verdict === 'broken' ? 'fails' : 'skipped', message }
}

/**
 * Vitest and `node:test` hand a context to a test, by which it is skipped; Jest hands over nothing. The context of Vitest
 * is a function.
 */
function tell({ verdict, message }: Told, [context]: readonly unknown[]): void {
  if (verdict === 'kept') return
  const { skip } = (context ?? {}) as { readonly skip?: unknown }
  if (verdict === 'fails') throw new Error(message)
  if (typeof skip !== 'function') throw new Error(`Not observed: ${message}`)
  skip.call(context, message)
}
