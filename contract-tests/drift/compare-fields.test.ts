import { describe, expect, test } from 'vitest'
import { bodies, drifts, times, told } from './observed.fixture.ts'

type Row = readonly [
  what: string,
  earlier: readonly unknown[],
  now: readonly unknown[],
  told: readonly string[],
]

describe('a field', () => {
  const rows: readonly Row[] = [
    ['that came', [{}], [{ a: 1 }], ['drift field-came: GET /balance: /a was absent, is now an integer.']],
    ['that went', [{ a: 'x' }], [{}], ['drift field-went: GET /balance: /a was a text, is now absent.']],
    [
      'that came with all that is in it',
      [{}],
      [{ a: { b: { c: 1 } } }],
      ['drift field-came: GET /balance: /a was absent, is now an object.'],
    ],
    [
      'that came to some answers of a few',
      [{}, {}],
      [{}, { a: 1 }],
      ['note field-came: GET /balance: /a was absent, is now an integer at times.'],
    ],
    [
      'that came to some answers of a great many',
      times(64, {}),
      [...times(64, {}), ...times(64, { a: 1 })],
      ['drift field-came: GET /balance: /a was absent, is now an integer at times.'],
    ],
    [
      'that was missing at times, and is not seen',
      [{}, { a: null }],
      times(64, {}),
      ['note field-went: GET /balance: /a was null at times, is now absent.'],
    ],
    [
      'that is missing in some answers of a few',
      [{ a: 1 }],
      [{ a: 1 }, {}],
      ['note became-optional: GET /balance: /a was always there, is now absent at times.'],
    ],
    [
      'that is missing in some answers of a great many',
      times(64, { a: 1 }),
      [...times(64, { a: 1 }), ...times(64, {})],
      ['drift became-optional: GET /balance: /a was always there, is now absent at times.'],
    ],
    [
      'that is no longer missing in a few answers',
      [{}, { a: 1 }],
      [{ a: 1 }],
      ['note became-required: GET /balance: /a was absent at times, is now always there.'],
    ],
    [
      'that is no longer missing in a great many',
      [...times(64, { a: 1 }), ...times(64, {})],
      times(64, { a: 1 }),
      ['drift became-required: GET /balance: /a was absent at times, is now always there.'],
    ],
  ]
  test.each(rows)('%s', (_, earlier, now, expected) => {
    expect(drifts(bodies(...earlier), bodies(...now)).map(told)).toEqual(expected)
  })
})

describe('what stands in a list, a map or an object that is not always there is data', () => {
  const list = (...items: unknown[]) => [{ list: items }]
  const came = (path: string) => `field-came: GET /balance: ${path} was absent, is now an integer.`
  const rows: readonly Row[] = [
    ['an empty list says nothing of its items', list(), list({ a: 1 }), []],
    ['nor does a list that became empty', list({ a: 1 }), list(), []],
    [
      'three items are not enough',
      list({}, {}, {}),
      list({ a: 1 }, { a: 1 }, { a: 1 }),
      [`note ${came('/list/*/a')}`],
    ],
    ['four are', list({}, {}, {}, {}), list(...times(4, { a: 1 })), [`drift ${came('/list/*/a')}`]],
    [
      'four before do not do for one now',
      list(...times(4, {})),
      list({ a: 1 }),
      [`note ${came('/list/*/a')}`],
    ],
    [
      'one of an object at times is not enough',
      [{}, { o: {} }],
      [{}, { o: { a: 1 } }],
      [`note ${came('/o/a')}`],
    ],
    [
      'one of a null at times is not enough',
      [{ o: null }, { o: {} }],
      [{ o: { a: 1 } }],
      [
        'note no-longer-null: GET /balance: /o was an object or null, is now an object.',
        `note ${came('/o/a')}`,
      ],
    ],
    [
      'nor is one of an object in an item',
      list({ o: {} }),
      list({ o: { a: 1 } }),
      [`note ${came('/list/*/o/a')}`],
    ],
    ['an empty map says nothing of its members', [{ map: {} }], [{ map: { 'SHOP:1': 1 } }], []],
    ['nor can a name come to a map, or go', [{ map: { 'SHOP:1': 1, a: 1 } }], [{ map: { b: 1 } }], []],
    [
      'an object that became a map is noted: its names are no longer recorded',
      [{ map: { a: 1 } }],
      [{ map: { 'SHOP:1': 1 } }],
      ['note became-map: GET /balance: /map was an object with named members, is now a map.'],
    ],
    [
      'members of a map need not be alike',
      [{ map: { 'SHOP:1': 1 } }],
      [{ map: { 'SHOP:1': 1, 'SHOP:2': 'x' } }],
      ['note type-changed: GET /balance: /map/{*} was an integer, is now an integer or a text.'],
    ],
    [
      'nor one of one map and one of another',
      [{ map: { 'SHOP:1': 1 } }],
      [{ map: { 'SHOP:1': 'x' } }],
      ['note type-changed: GET /balance: /map/{*} was an integer, is now a text.'],
    ],
    [
      'but not all of them are of another type',
      times(4, { map: { 'SHOP:1': 1 } }),
      times(4, { map: { 'SHOP:1': 'x' } }),
      ['drift type-changed: GET /balance: /map/{*} was an integer, is now a text.'],
    ],
  ]
  test.each(rows)('%s', (_, earlier, now, expected) => {
    expect(drifts(bodies(...earlier), bodies(...now)).map(told)).toEqual(expected)
  })
})
