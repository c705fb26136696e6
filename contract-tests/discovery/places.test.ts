import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { placesBelow, placesBelowData, wordsOf } from './places.ts'

const pointersOf = (data: unknown) => placesBelowData({ data }).map(({ pointer }) => pointer)

test('every place below data is found, the least deep first', () => {
  expect(pointersOf({ a: { b: { c: 1 } }, d: 2 })).toEqual(['/data/a', '/data/d', '/data/a/b', '/data/a/b/c'])
})

test.each([[[]], ['text'], [null], [undefined]])('data that is %j has no places', (data) => {
  expect(pointersOf(data)).toEqual([])
})

test('of a list only the first entry is read, and marked as in a list', () => {
  const places = placesBelowData({ data: { list: [{ a: 1 }, { b: 2 }] } })
  expect(places.map(({ pointer, isInList }) => [pointer, isInList])).toEqual([
    ['/data/list', false],
    ['/data/list/0', true],
    ['/data/list/0/a', true],
  ])
})

test('names that a profile can not point to are skipped', () => {
  expect(pointersOf({ '0': 'an index', '': 'no name', 'a/b~c': 1 })).toEqual(['/data/a~1b~0c'])
})

test('each pointer leads to its value', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 4 }), (data) => {
      for (const { pointer, value } of placesBelowData({ data })) {
        expect(readPointer({ data }, pointer)).toBe(value)
      }
    }),
  )
})

test('a body that is deeper than any service would answer ends the search, not the process', () => {
  const deep = JSON.parse(`{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`) as unknown
  expect(placesBelowData(deep).length).toBeLessThan(20)
})

test('a large body is not read to its end', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [
      `m${i}`,
      Object.fromEntries(Array.from({ length: 200 }, (_, j) => [`n${j}`, j])),
    ]),
  )
  expect(placesBelow(wide, '').length).toBeLessThan(25_000)
})

test.each([
  ['unitPrice', 'unit price'],
  ['unit_price-minor', 'unit price minor'],
  ['VATRate', 'vat rate'],
  ['currencyCode2', 'currency code2'],
  ['amount', 'amount'],
  ['größeInCm', 'größe in cm'],
  ['--', ''],
])('%s is read as "%s"', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words)
})
