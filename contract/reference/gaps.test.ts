import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../profile/profile-defaults.ts'
import { GAPS, isGapId } from './gaps.ts'

const gaps = Object.values(GAPS)

test('a gap that has no answer in the profile says why it needs none', () => {
  const mute = gaps.filter((gap) => gap.profileKey === null && gap.reason.trim() === '')
  expect(mute.map(({ id }) => id)).toEqual([])
})

test('every answer of the profile answers a gap', () => {
  const answered = new Set<string | null>(gaps.map(({ profileKey }) => profileKey))
  const { provenance: _, ...sections } = DEFAULT_PROFILE
  const idle = Object.entries(sections)
    .flatMap(([section, answers]) =>
      Object.keys(answers).map((key) => [section, `${section}.${key}`] as const),
    )
    .filter(([section, key]) => !answered.has(section) && !answered.has(key))
  expect(idle.map(([, key]) => key)).toEqual([])
})

test.each([
  ['key-transport', true],
  ['ping-ok', false],
  ['toString', false],
  ['', false],
])('whether "%s" is the id of a gap: %s', (text, expected) => {
  expect(isGapId(text)).toBe(expected)
})
