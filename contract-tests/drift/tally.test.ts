import { expect, test } from 'vitest'
import { shiftBetween, type Tally } from './tally.ts'

const tally = ([times, without]: readonly [number, number]): Tally => ({ with: times, without })

/** From [with, without] to [with, without], and what is made of it where one sighting is enough. */
const SHIFTS: readonly (readonly [
  earlier: readonly [number, number],
  now: readonly [number, number],
  shift: string,
  beyondChance: boolean,
])[] = [
  [[1, 0], [0, 1], 'always>never', true],
  [[0, 1], [1, 0], 'never>always', true],
  [[4, 0], [2, 2], 'always>sometimes', false],
  [[4096, 0], [2048, 2048], 'always>sometimes', true],
  // Rounding may have hidden half of what was looked at.
  [[32, 0], [32, 32], 'always>sometimes', false],
  [[4096, 0], [2048, 8], 'always>sometimes', false],
  [[0, 4], [1, 2], 'never>sometimes', false],
  [[0, 4096], [1024, 2048], 'never>sometimes', true],
  [[0, 1_048_576], [1, 1], 'never>sometimes', true],
  [[2, 2], [4, 0], 'sometimes>always', false],
  [[2048, 2048], [4096, 0], 'sometimes>always', true],
  [[4096, 4096], [0, 4096], 'sometimes>never', false],
]

test.each(SHIFTS)('%j, then %j: %s, beyond chance %s', (earlier, now, shift, beyondChance) => {
  expect(shiftBetween(tally(earlier), tally(now), 1)).toEqual({ shift, beyondChance })
})

test.each([
  ['the same share', [4, 0], [64, 0]],
  ['both at times', [1, 64], [64, 1]],
  ['never in either', [0, 4], [0, 1]],
  ['nothing to look at before', [0, 0], [4, 0]],
  ['nothing to look at now', [4, 0], [0, 0]],
] as const)('%s is no shift', (_, earlier, now) => {
  expect(shiftBetween(tally(earlier), tally(now), 1)).toBeUndefined()
})

test.each([
  [1, 4, false],
  [4, 1, false],
  [2, 64, false],
  [4, 4, true],
  // However little is enough, this much is no accident.
  [64, 64, true],
])(
  'where four are needed, always in %i and never in %i contradict each other: %s',
  (before, after, beyond) => {
    expect(shiftBetween(tally([before, 0]), tally([0, after]), 4)?.beyondChance).toBe(beyond)
    expect(shiftBetween(tally([0, before]), tally([after, 0]), 4)?.beyondChance).toBe(beyond)
  },
)

test('where nothing is enough, only what is rare counts', () => {
  const beyond = (times: number) =>
    shiftBetween(tally([times, 0]), tally([0, times]), Number.POSITIVE_INFINITY)?.beyondChance
  expect([4, 16, 32, 64].map(beyond)).toEqual([false, false, true, true])
})
