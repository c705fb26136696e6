import { provenanceOf } from '../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import { NotObserved } from './answers.ts'
import { ANSWERED_GAPS, ASSUMPTIONS, judgeAssumption, provokeRefusals } from './assumptions.ts'
import { buyAsAPartner, CLIENT_TITLE } from './checks/reference-client.ts'
import { Service, type Surroundings } from './service.ts'
import { Shop } from './shop.ts'
import { STANDING } from './standing.ts'
import { CHECKS, Suite } from './suite.ts'
import { type Target, type TargetOptions, targetOf } from './target/target.ts'

/** The parts of a test runner that the suite needs, such as those of Vitest, `node:test` or Jest. */
export type TestApi = {
  describe(name: string, declare: () => void): unknown
  /** @param timeout milliseconds. `node:test` ignores it here, and has no limit of its own. */
  test(name: string, body: (...context: unknown[]) => Promise<void>, timeout: number): unknown
}

/**
 * Declares the contract suite in a test file of Vitest, `node:test` or Jest: a test for each check, grouped by clause.
 *
 * A test can run alone, such as by `vitest -t lookup-position`, and then buys only what it needs. A broken clause fails
 * its test, and so does an answer of the profile that was observed or confirmed and differs. A test that is not
 * observed or out of reach is skipped with the reason. Jest can't skip a running test, so there it fails with the
 * reason.
 *
 * @param options the target: its base address, a TEST key, and a profile if the defaults don't fit.
 * @param api `describe` and `test` of the runner that runs the file.
 * @throws {RangeError | ProfileError} if the key is not a TEST key, or the profile can't be used.
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
  const service = new Service(target, surroundings)
  const shop = new Shop(service)
  const suite = new Suite(service, shop)
  const timeout = (target.profile.limits.settleSeconds + 120) * 1000
  const declare = (name: string, find: () => Promise<Found>) => {
    const body = async (...context: unknown[]) => say(await find(), context)
    // Vitest reads the text of a test function to find the fixtures that it destructures. Binding hides the text.
    api.test(name, body.bind(null), timeout)
  }
  for (const { id, section, text } of Object.values(SERVER_CLAUSES))
    api.describe(`${id} (§ ${section}): ${text}`, () => {
      for (const check of CHECKS.filter(({ clause }) => clause === id))
        declare(check.title, async () => found(await suite.accused(check)))
    })
  api.describe('every answer of the run', () => {
    for (const check of STANDING)
      declare(`${check.clause}: ${check.title}`, async () => found(await suite.standing(check)))
  })
  api.describe('the reference client', () => {
    declare(CLIENT_TITLE, async () => {
      const failure = await observed(buyAsAPartner(service, shop))
      if (failure === null) return { verdict: 'kept', message: '' }
      const message =
        typeof failure === 'string' ? failure : `It failed at its ${failure.step}. ${failure.message}`
      return { verdict: 'skipped', message }
    })
  })
  api.describe('assumptions of the profile', () => {
    let provoking: Promise<unknown> | undefined
    for (const { gap, profileKey } of ANSWERED_GAPS) {
      const rule = ASSUMPTIONS[gap]
      // A difference breaks no documented statement, so it fails only if the answer was known to be right.
      const isSure = provenanceOf(target.profile, profileKey) !== 'assumed'
      if (rule === undefined) continue
      declare(rule.title, async () => {
        provoking ??= observed(provokeRefusals(service, shop))
        await provoking
        const { verdict, message } = judgeAssumption(gap, service)
        const verdicts = {
          holds: 'kept',
          differs: isSure ? 'fails' : 'skipped',
          'not-observed': 'skipped',
        } as const
        return { verdict: verdicts[verdict], message: message ?? gap }
      })
    }
  })
}

/** The result of a test. The message of a kept one is empty. */
type Found = { readonly verdict: 'kept' | 'fails' | 'skipped'; readonly message: string }

function found({ verdict, message }: { readonly verdict: string; readonly message: string | null }): Found {
  if (verdict === 'kept') return { verdict, message: '' }
  return { verdict: verdict === 'broken' ? 'fails' : 'skipped', message: message ?? '' }
}

/** The finding, or the reason why nothing was observed. */
async function observed<Finding>(finding: Promise<Finding>): Promise<Finding | string> {
  return finding.catch((cause: unknown) => {
    if (cause instanceof NotObserved) return cause.message
    throw cause
  })
}

/**
 * Reports the result to the runner. Vitest and `node:test` pass a context that can skip; Vitest's is a function. Jest
 * passes nothing.
 */
function say({ verdict, message }: Found, [context]: readonly unknown[]): void {
  if (verdict === 'kept') return
  const { skip } = (context ?? {}) as { readonly skip?: unknown }
  if (verdict === 'fails') throw new Error(message)
  if (typeof skip !== 'function') throw new Error(`Not observed: ${message}`)
  skip.call(context, message)
}
