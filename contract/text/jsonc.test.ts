import { expect, test } from 'vitest'
import { brokenPlace, plainJson } from './jsonc.ts'

test('comments and last commas are blanks, and what looks like them in a text stays', () => {
  const text = '{\n  // one\n  "a": "// no, /* not */ ,}", /* two\n lines */\n  "b": [1, 2,],\n}'
  expect(JSON.parse(plainJson(text))).toEqual({ a: '// no, /* not */ ,}', b: [1, 2] })
  expect(plainJson(text)).toHaveLength(text.length)
})

test.each([
  ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 3],
  ['a quote that is missing', '{\n  "a": 1,\n  b": 2\n}', 3],
  ['a value that is missing', '{\n\n  "a": ,\n}', 3],
  ['an end that is missing', '{\n  "a": [1,\n   2\n', 4],
  ['a quote that is not closed', '{\n  "a": "x\n}', 2],
  ['a second value', '{}\n\n{}', 3],
])('%s is found in its line', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(brokenPlace(text).line).toBe(line)
})
