import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childPointer, documentOf, isJsonPointer, pointersClash, readPointer } from './json-pointer.ts'

/** The example of RFC 6901, section 5. */
const RFC_6901 = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
}

describe('reading', () => {
  test.each([
    ['', RFC_6901],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j points at the value of RFC 6901', (pointer, value) => {
    expect(readPointer(RFC_6901, pointer)).toEqual(value)
  })

  test.each(['/nope', '/foo/2', '/foo/-', '/foo/01', '/foo/length', '/a~1b/0', '/constructor', '/__proto__'])(
    '%j names nothing',
    (pointer) => {
      expect(readPointer(RFC_6901, pointer)).toBeUndefined()
    },
  )

  test('~01 is the text ~1, not a slash', () => {
    expect(readPointer({ 'a~1b': 1 }, '/a~01b')).toBe(1)
  })
})

test.each([
  ['', true],
  ['/', true],
  ['/data/products', true],
  ['/a~0b~1c', true],
  ['data', false],
  ['/a~', false],
  ['/a~2', false],
  ['#/data', false],
])('whether %j is a JSON Pointer: %s', (pointer, expected) => {
  expect(isJsonPointer(pointer)).toBe(expected)
})

describe('a document made of pointers', () => {
  const token = fc.oneof(fc.string(), fc.constantFrom('0', '1', 'a/b', '~1', '__proto__', 'constructor', ''))
  const pointer = fc
    .array(token, { minLength: 1, maxLength: 4 })
    .map((tokens) => tokens.reduce(childPointer, ''))

  test('gives each value back at its pointer', () => {
    fc.assert(
      fc.property(pointer, pointer, fc.jsonValue(), fc.jsonValue(), (one, other, first, second) => {
        fc.pre(!pointersClash(one, other))
        const document = documentOf([
          [one, first],
          [other, second],
        ])
        expect(readPointer(document, one)).toBe(first)
        expect(readPointer(document, other)).toBe(second)
      }),
    )
  })

  test('survives JSON', () => {
    const document = documentOf([
      ['/data/prices/0/amount', '25.00'],
      ['/data/prices/0/currency', 'USD'],
    ])
    expect(JSON.stringify(document)).toBe('{"data":{"prices":[{"amount":"25.00","currency":"USD"}]}}')
  })

  test('pollutes no prototype', () => {
    const document = documentOf([['/__proto__/polluted', true]])
    expect(JSON.stringify(document)).toBe('{"__proto__":{"polluted":true}}')
    expect({}).not.toHaveProperty('polluted')
  })

  test.each([
    ['/data/a', '/data/a'],
    ['/data/a', '/data/a/b'],
    ['/data/a/b', '/data/a'],
    ['', '/data'],
    ['/data/0', '/data/total'],
    ['/data/total', '/data/0'],
  ])('is refused for %j together with %j', (one, other) => {
    const make = () =>
      documentOf([
        [one, 1],
        [other, 2],
      ])
    expect(make).toThrow(TypeError)
    expect(make).toThrow(`both ${one} and ${other}`)
  })
})
