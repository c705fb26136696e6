import { expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { GAPS, type GapId } from '../contract/reference/gaps.ts'
import { OTHER_PROFILE as OTHER } from '../contract/testing/other-profile.fixture.ts'
import { sampleOf } from '../contract/testing/sample.fixture.ts'
import { FOREIGN_DOCUMENTS, learntFrom } from './discovery/openapi/learnt.fixture.ts'
import { ASSUMPTIONS } from './judge/assumptions.ts'
import { reportInProcess } from './run-in-process.fixture.ts'

const profile = resolveProfile(OTHER)
const SEEN = Object.keys(ASSUMPTIONS) as GapId[]

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

test('every answer that the suite can check is one of a profile', () => {
  expect(SEEN.every((gap) => GAPS[gap].profileKey !== null)).toBe(true)
})

// Of the documents, the first one differs from the defaults in most answers.
test.for<readonly [what: string, profile: () => PartialProfile]>([
  ['in which everything is different', () => OTHER],
  ...sampleOf(Object.entries(FOREIGN_DOCUMENTS), 6).map(
    ([style, path]) => [`of a document in ${style}`, () => learntFrom(path).profile] as const,
  ),
])('mock and suite follow a profile %s: every clause is kept, and no answer differs', async ([what, of]) => {
  const { clauses, assumptions } = await reportInProcess({ profile: of() })
  expect(clauses.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
  const isOther = what.includes('different')
  const unkept = assumptions.filter(({ gap, verdict }) =>
    isOther ? SEEN.includes(gap as GapId) && verdict !== 'holds' : verdict === 'differs',
  )
  expect(unkept).toEqual([])
})
