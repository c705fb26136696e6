import { type Profile, provenanceOf } from '../contract/profile/profile.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../contract/reference/server-clauses.ts'
import { ASSUMPTION_PLAN, clausePlan, type Planned } from './plan.ts'
import { resultOf } from './result.ts'
import { openSession, type Session } from './run/session.ts'
import { type TargetOptions, targetOf } from './run/target.ts'

/** The parts of Vitest that the suite needs. The caller passes them: a test belongs to the Vitest that runs the file. */
export type VitestApi = Pick<typeof import('vitest'), 'describe' | 'test'>

/**
 * Declares the contract suite in a Vitest file: a test for each check, grouped by clause, all side by side. A broken
 * clause fails its test, and so does an answer of the profile that was observed or confirmed and differs; what could not be
 * observed, or is out of reach, is skipped, with the reason.
 *
 * @param options the target: its base address, a TEST key, and a profile where the defaults don't fit.
 * @param vitest `describe` and `test` of the Vitest that runs the file.
 * @throws {RangeError | ProfileError} when the key is not a TEST key, or the profile can't be used.
 *
 * @example
 * import * as vitest from 'vitest'
 * contractSuite({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'pk_test_me' }, vitest)
 */
export function contractSuite(options: TargetOptions, vitest: VitestApi): void {
  declareSuite(openSession(targetOf(options)), vitest)
}

/** Declares the suite for a run that is open already. */
export function declareSuite(session: Session, vitest: VitestApi): void {
  for (const [id, { section, text }] of Object.entries(SERVER_CLAUSES)) {
    const checks = clausePlan(session.target).filter(
      ({ subject }) => subject.kind === 'clause' && subject.clause === id,
    )
    vitest.describe.concurrent(`${id as ServerClauseId} (§ ${section}): ${text}`, () => {
      for (const planned of checks) declare(planned, session, vitest)
    })
  }
  vitest.describe.concurrent('assumptions of the profile', () => {
    for (const planned of ASSUMPTION_PLAN) declare(planned, session, vitest)
  })
}

function declare({ subject, title, run }: Planned, session: Session, { test }: VitestApi): void {
  const timeout = (session.profile.limits.settleSeconds + 120) * 1000
  test(title, { timeout }, async ({ skip }) => {
    const result = await resultOf(subject, run, session)
    if (result.fault !== null) throw new Error(result.fault)
    if (result.verdict === 'kept') return
    // An assumption that differs breaks no documented statement: it fails where the answer was known to hold.
    if (result.verdict === 'broken' && (subject.kind === 'clause' || isSure(subject.gap, session.profile)))
      throw new Error(result.message ?? title)
    skip(result.message ?? title)
  })
}

function isSure(gap: GapId, profile: Profile): boolean {
  const { profileKey } = GAPS[gap]
  return profileKey !== null && provenanceOf(profile, profileKey) !== 'assumed'
}
