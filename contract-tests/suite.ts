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

/** A test as a runner declares it. What the runner hands over may be able to skip it. */
type Declare = (
  name: string,
  options: { readonly timeout: number },
  body: (...context: unknown[]) => Promise<void>,
) => unknown

/** The parts of a test runner that the suite needs: of Vitest, of `node:test`, or of Jest. */
export type TestApi = {
  // Each runner has its own type for what it declares: the suite hands over a name and a function.
  // biome-ignore lint/suspicious/noExplicitAny: the types of three runners have no other common form.
  readonly describe: (name: string, declare: () => void) => any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly test: (...declaration: any[]) => any
}

/** The parts of Vitest that the suite needs. */
export type VitestApi = Pick<typeof import('vitest'), 'describe' | 'test'>

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
export function contractSuite(options: TargetOptions, api: TestApi | VitestApi): void {
  declareSuite(targetOf(options), api as TestApi)
}

/** Declares the suite for a complete target. */
export function declareSuite(target: Target, api: TestApi, surroundings: Surroundings = {}): void {
  let running: Promise<Report> | undefined
  const report = () => (running ??= runSuite(target, surroundings).then(reportOf))
  const timeout = (target.profile.limits.settleSeconds + 120) * 1000
  const declare = declaring(api)
  for (const { id, section, text } of Object.values(SERVER_CLAUSES))
    api.describe(`${id} (§ ${section}): ${text}`, () => {
      for (const { name, title, thorough } of CHECKS[id as ServerClauseId])
        if (thorough !== true || target.thorough)
          declare(title, { timeout }, async (...context) => tell(checkIn(await report(), id, name), context))
    })
  api.describe('assumptions of the profile', () => {
    for (const { gap } of ANSWERED_GAPS) {
      const rule = ASSUMPTIONS[gap]
      if (rule === undefined) continue
      declare(rule.title, { timeout }, async (...context) =>
        tell(assumptionIn(await report(), gap, target.profile), context),
      )
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

function tell({ verdict, message }: Told, [context]: readonly unknown[]): void {
  if (verdict === 'kept') return
  if (verdict === 'skipped' && canSkip(context)) return void context.skip(message)
  throw new Error(verdict === 'skipped' ? `Not observed: ${message}` : message)
}

function canSkip(context: unknown): context is { skip(reason: string): void } {
  // That of Vitest is a function.
  const mayHave = (typeof context === 'object' && context !== null) || typeof context === 'function'
  return mayHave && 'skip' in context && typeof context.skip === 'function'
}

/** Jest takes the time limit last, as a number; the others take options before the body. */
function declaring({ test }: TestApi): Declare {
  const isJest = 'jest' in globalThis || process.env.JEST_WORKER_ID !== undefined
  return isJest
    ? (name, { timeout }, body) => test(name, () => body(), timeout)
    : (name, options, body) => test(name, options, body)
}
