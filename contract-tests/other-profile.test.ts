import { expect, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import { OTHER_PROFILE as OTHER } from '../contract/testing/other-profile.fixture.ts'
import { ASSUMPTIONS } from './assumptions.ts'
import { reportOnMock } from './run-on-mock.fixture.ts'

const profile = resolveProfile(OTHER)
const SEEN = Object.keys(ASSUMPTIONS) as GapId[]

test('the other profile differs from the defaults in every answer', () => {
  const flat = (node: object) => Object.values(node).map((value) => JSON.stringify(value))
  for (const section of Object.keys(OTHER) as (keyof typeof OTHER)[]) {
    const [other, defaults] = [flat(profile[section]), flat(DEFAULT_PROFILE[section])]
    expect(
      other.filter((value, index) => value === defaults[index]),
      section,
    ).toEqual([])
  }
})

test('every assumption that the suite tests has a key in the profile', () => {
  expect(SEEN.every((gap) => GAPS[gap].profileKey !== null)).toBe(true)
})

test('mock and suite follow a profile that differs in everything: every clause is kept, and every assumption holds', async () => {
  const { clauses, assumptions } = await reportOnMock({ profile: OTHER })
  expect(clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
  const unkept = assumptions.filter(({ gap, verdict }) => SEEN.includes(gap as GapId) && verdict !== 'holds')
  expect(unkept).toEqual([])
})
