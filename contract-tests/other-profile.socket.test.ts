import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import { OTHER_PROFILE as OTHER } from '../contract/testing/other-profile.fixture.ts'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { serve } from '../mock-server/serve.ts'
import { ASSUMPTIONS } from './judge/assumptions.ts'
import { reportOf } from './report/build-report.ts'
import { advancedPace } from './run/pace.ts'
import { targetOf } from './run/target.ts'
import { runSuite } from './run-suite.ts'

const profile = resolveProfile(OTHER)

test('the other profile answers everything in another way', () => {
  const flat = (node: object) => Object.values(node).map((value) => JSON.stringify(value))
  for (const section of Object.keys(OTHER) as (keyof typeof OTHER)[]) {
    const [other, defaults] = [flat(profile[section]), flat(DEFAULT_PROFILE[section])]
    expect(
      other.filter((value, index) => value === defaults[index]),
      section,
    ).toEqual([])
  }
})

test('mock and suite follow it: every clause is kept, and every answer that can be checked holds', async () => {
  const clock = manualClock()
  const mock = await serve({ profile: OTHER, clock })
  try {
    const target = targetOf({
      baseUrl: mock.url,
      apiKey: 'pk_test_other_profile',
      profile,
      notAllowedKey: ALLOWLISTED_PARTNER.key,
    })
    const report = reportOf(await runSuite(target, { pace: advancedPace(clock) }))
    expect(report.clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
    const seen = Object.keys(ASSUMPTIONS) as GapId[]
    const unkept = report.assumptions.filter(
      ({ gap, verdict }) => seen.includes(gap as GapId) && verdict !== 'holds',
    )
    expect(unkept).toEqual([])
    expect(seen.every((gap) => GAPS[gap].profileKey !== null)).toBe(true)
  } finally {
    await mock.close()
  }
})
