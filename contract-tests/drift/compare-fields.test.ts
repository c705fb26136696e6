import { describe, expect, test } from 'vitest'
import { bodies, drifts, times } from './observed.fixture.ts'

type Row = readonly [
  what: string,
  earlier: readonly unknown[],
  now: readonly unknown[],
  lines: readonly string[],
]

describe('a field', () => {
  const a = 'GET /balance: /a was'
  const rows: readonly Row[] = [
    ['that came', [{}], [{ a: 1 }], [`drift: ${a} absent, is now an integer.`]],
    ['that went', [{ a: 'x' }], [{}], [`drift: ${a} a text, is now absent.`]],
    [
      'that came with all that is in it',
      [{}],
      [{ a: { b: { c: 1 } } }],
      [`drift: ${a} absent, is now an object.`],
    ],
    [
      'that came to some answers',
      [{}, {}],
      [{}, { a: 1 }],
      [`note: ${a} absent, is now an integer at times.`],
    ],
    [
      'that was missing at times, and is not seen',
      [{}, { a: null }],
      [{}],
      [`note: ${a} null at times, is now absent.`],
    ],
    [
      'that is missing in some answers',
      times(9, { a: 1 }),
      [{ a: 1 }, ...times(9, {})],
      [`note: ${a} always there, is now absent at times.`],
    ],
    [
      'that is no longer missing',
      [{}, { a: 1 }],
      [{ a: 1 }],
      [`note: ${a} absent at times, is now always there.`],
    ],
  ]
  test.each(rows)('%s', (_, earlier, now, lines) => {
    expect(drifts(bodies(...earlier), bodies(...now))).toEqual(lines)
  })
})

describe('what stands in a list, a map or an object that is not always there is data', () => {
  const list = (...items: unknown[]) => [{ list: items }]
  const came = (path: string) => `GET /balance: ${path} was absent, is now an integer.`
  const rows: readonly Row[] = [
    ['an empty list says nothing of its items', list(), list({ a: 1 }), []],
    ['nor does a list that became empty', list({ a: 1 }), list(), []],
    [
      'three items are not enough',
      list({}, {}, {}, {}),
      list(...times(3, { a: 1 })),
      [`note: ${came('/list/*/a')}`],
    ],
    ['four are', list({}, {}, {}, {}), list(...times(4, { a: 1 })), [`drift: ${came('/list/*/a')}`]],
    [
      'one object of several is not enough',
      [{}, { o: {} }],
      [{}, { o: { a: 1 } }],
      [`note: ${came('/o/a')}`],
    ],
    [
      'nor is one of an object in an item',
      list({ o: {} }),
      list({ o: { a: 1 } }),
      [`note: ${came('/list/*/o/a')}`],
    ],
    [
      'nor is one member of a map',
      [{ map: { 'SHOP:1': {} } }],
      [{ map: { 'SHOP:1': { a: 1 } } }],
      [`note: ${came('/map/{*}/a')}`],
    ],
    ['an empty map says nothing of its members', [{ map: {} }], [{ map: { 'SHOP:1': 1 } }], []],
    ['nor can a name come to a map, or go', [{ map: { 'SHOP:1': 1, a: 1 } }], [{ map: { b: 1 } }], []],
    [
      'an object that became a map is noted: its names are no longer recorded',
      [{ map: { a: 1 } }],
      [{ map: { 'SHOP:1': 1 } }],
      ['note: GET /balance: /map was an object with named members, is now a map.'],
    ],
    [
      'members of a map need not be alike',
      times(4, { map: { 'SHOP:1': 1 } }),
      times(4, { map: { 'SHOP:1': 1, 'SHOP:2': 'x' } }),
      ['note: GET /balance: /map/{*} was an integer, is now an integer or a text.'],
    ],
    [
      'but not all of them are of another type',
      times(4, { map: { 'SHOP:1': 1 } }),
      times(4, { map: { 'SHOP:1': 'x' } }),
      ['drift: GET /balance: /map/{*} was an integer, is now a text.'],
    ],
  ]
  test.each(rows)('%s', (_, earlier, now, lines) => {
    expect(drifts(bodies(...earlier), bodies(...now))).toEqual(lines)
  })
})

test('a body of more fields than are recorded is noted, and no field comes or goes in it', () => {
  const wide = (value: unknown) =>
    Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((a) => [a, value]))
  expect(drifts(bodies({ gone: 1 }), bodies(wide(wide(1))))).toEqual([
    'note: GET /balance: the body was within bounds, is now of more fields than are looked at.',
  ])
  expect(drifts(bodies(wide(wide(1))), bodies(wide(wide(1))))).toEqual([])
})
