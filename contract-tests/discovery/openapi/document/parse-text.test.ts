import { expect, test } from 'vitest'
import { parseText } from './parse-text.ts'

test.each([
  ['block', (keys: readonly string[]) => keys.map((key) => `${key}: 1`).join('\n')],
  ['flow', (keys: readonly string[]) => `a: {${keys.map((key) => `${key}: 1`).join(', ')}}`],
])('a %s map of 40,000 keys is read in the time of a test', (_, write) => {
  const keys = Array.from({ length: 40_000 }, (__, index) => `k${index}`)
  expect(() => parseText(write(keys), 'big.yaml')).not.toThrow()
})

test('a key that a map has twice is refused at its place, however deep', () => {
  expect(() => parseText('paths:\n  /ping:\n    get: 1\n    get: 2\n', 'a.yaml')).toThrow(
    'a.yaml:4:5: Map keys must be unique.',
  )
  expect(parseText('a: { b: 1 }\nc: { b: 1 }\n', 'a.yaml')).toEqual({ a: { b: 1 }, c: { b: 1 } })
})
