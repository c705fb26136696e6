import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reindented } from './reindented.ts'

test('JSON is shown with a member on each line', () => {
  expect(reindented('{"a":[1,{"b":null}],"c":{},"d":[ ]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  )
})

test('it is shown as it was sent: a duplicate name, a long number, an escape, a sign in a string', () => {
  const sent = String.raw`{"a":12345678901234567890.10,"a":"\u0041{[,:]}\"\\"}`
  expect(reindented(sent)).toBe(
    `{\n  "a": 12345678901234567890.10,\n  "a": ${String.raw`"\u0041{[,:]}\"\\"`}\n}`,
  )
})

test('any JSON is shown as JSON.stringify would', () => {
  const structure = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  fc.assert(
    fc.property(structure, (value) => {
      const sent = JSON.stringify(value)
      expect(reindented(sent)).toBe(JSON.stringify(JSON.parse(sent), null, 2))
    }),
  )
})

test.each(['', 'plain text', '"a":1', '{"a":', '<html>{}</html>', '12 [3]'])(
  '%j is shown as it is',
  (text) => {
    expect(reindented(text)).toBe(text)
  },
)
