import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/sample.fixture.ts'
import { brokenPlace, parseJsonFile } from './json-file.ts'
import { parseJson } from './parse-json.ts'

const read = (text: string) => parseJsonFile(text, 'mine.json', Error)

test('a file may have comments and trailing commas, and what looks like them in a text stays', () => {
  const text = '{\n  // one\n  "a": "// no, /* not */ ,}", /* two\n lines */\n  "b": [1, 2,],\n}'
  expect(read(text)).toEqual({ a: '// no, /* not */ ,}', b: [1, 2] })
})

test('a file cannot give what is read of it another prototype', () => {
  const document = read('{"auth": {"__proto__": {"header": "X"}}}') as { readonly auth: object }
  expect(Object.keys(document.auth)).toEqual(['__proto__'])
  expect(document.auth).not.toHaveProperty('header')
})

test('a file that is nested too deeply is refused as such', () => {
  expect(() => read('['.repeat(200_000))).toThrow('mine.json: found JSON that is nested too deeply')
})

test.each([
  ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 3],
  ['a quote that is missing', '{\n  "a": 1,\n  b": 2\n}', 3],
  ['a value that is missing', '{\n\n  "a": ,\n}', 3],
  ['an end that is missing', '{\n  "a": [1,\n   2\n', 4],
  ['a quote that is not closed', '{\n  "a": "x\n}', 2],
  ['a second value', '{}\n\n{}', 3],
])('%s is named by its line', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(brokenPlace(text).line).toBe(line)
  expect(() => read(text)).toThrow(`mine.json: found text that is not JSON (line ${line}, column `)
})

const SIGNS = [
  ...'{}[],:"\\-+.eE01 \n\t\r\u00a0\u2028\u000b\f',
  ...['//', '/*', '*/', 'true', 'nul', 'null', 'NaN', '"a"', '"__proto__"', '\\u12', '\\u0041', '"\u0001"'],
]
const texts = fc.array(fc.oneof(fc.constantFrom(...SIGNS), fc.json()), { maxLength: 12 })

test('what is JSON without comments and trailing commas is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('')
      const document = parseJson(text)
      if (document === undefined) return
      expect(JSON.stringify(read(text))).toBe(JSON.stringify(document))
    }),
    { numRuns: runs({ sample: 2000, full: 100_000 }) },
  )
})
