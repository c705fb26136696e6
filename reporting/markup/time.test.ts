import { expect, test } from 'vitest'
import { duration, instant } from './time.ts'

test.each([
  [0, '0 ms'],
  [0.42, '0.4 ms'],
  [9.96, '10 ms'],
  [34.4, '34 ms'],
  [999.6, '1.0 s'],
  [4706, '4.7 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms are said as %s', (milliseconds, said) => {
  expect(duration(milliseconds)).toBe(said)
})

test('an instant is said to the second, in UTC', () => {
  expect(instant('2026-01-02T03:04:05.678Z')).toBe('2026-01-02 03:04:05 UTC')
})
