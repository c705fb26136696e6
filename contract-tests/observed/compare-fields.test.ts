import { describe, expect, test } from 'vitest'
import { bodies, drifts, times, told } from './observed.fixture.ts'

const changes = (before: unknown, after: unknown) =>
  drifts(bodies({ data: { amount: before } }), bodies({ data: { amount: after } })).map(told)

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

describe('a value', () => {
  const amount = 'GET /balance: /data/amount was'
  test.each([
    ['another type', '25.00', 25, [`drift type-changed: ${amount} a decimal text, is now an integer.`]],
    ['an object', 25, { value: 25 }, [`drift type-changed: ${amount} an integer, is now an object.`]],
    ['null', '25.00', null, [`drift became-null: ${amount} a decimal text, is now null.`]],
    ['null at last filled', null, '25.00', [`note no-longer-null: ${amount} null, is now a decimal text.`]],
    [
      'minor units',
      '25.00',
      '2500',
      [`drift format-changed: ${amount} a decimal text, is now a text of digits.`],
    ],
    [
      'major units',
      '2500',
      '25.00',
      [`drift format-changed: ${amount} a text of digits, is now a decimal text.`],
    ],
    [
      'a date',
      '2026-01-01T00:00:00Z',
      '2026-01-01',
      [`drift format-changed: ${amount} a date-time, is now a date.`],
    ],
    [
      'without an offset',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00',
      [`drift format-changed: ${amount} a date-time, is now a date-time without an offset.`],
    ],
    ['no URI', 'https://a.example', 'a', [`drift format-changed: ${amount} a URI, is now a text.`]],
    ['empty', '25.00', '', [`drift format-changed: ${amount} a decimal text, is now an empty text.`]],
    ['at last filled', '', '25.00', [`note format-changed: ${amount} an empty text, is now a decimal text.`]],
    ['a text', 'CARD', 'a card', [`note format-changed: ${amount} a word in capitals, is now a text.`]],
    [
      'a word',
      'USD',
      'EURO',
      [`note format-changed: ${amount} three capitals, as a currency code, is now a word in capitals.`],
    ],
    ['no text', 'a card', '', []],
    ['another text', 'a card', 'a longer card, with more to it', []],
    ['a fraction', 25, 25.5, [`note format-changed: ${amount} an integer, is now a number with a fraction.`]],
    ['another number', 25, -1e30, []],
    ['another list', [1], [], []],
  ] as const)('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected)
  })

  const rows: readonly Row[] = [
    [
      'null in the one answer that has it',
      [{}, { a: 1 }],
      [{}, { a: null }],
      ['note became-null: GET /balance: /a was an integer, is now null.'],
    ],
    [
      'of a second type',
      [{ a: 1 }],
      [{ a: 1 }, { a: 'x' }],
      ['drift type-changed: GET /balance: /a was an integer, is now an integer or a text.'],
    ],
    [
      'of one type less',
      [{ a: 1 }, { a: 'x' }],
      [{ a: 1 }],
      ['note type-changed: GET /balance: /a was an integer or a text, is now an integer.'],
    ],
    [
      'null at times, in a few answers',
      [{ a: 1 }],
      [{ a: 1 }, { a: null }],
      ['note became-nullable: GET /balance: /a was an integer, is now an integer or null.'],
    ],
    [
      'null at times, in a great many',
      times(64, { a: 1 }),
      [...times(64, { a: 1 }), ...times(64, { a: null })],
      ['drift became-nullable: GET /balance: /a was an integer, is now an integer or null.'],
    ],
    [
      'null at times before, and now always',
      [{ a: 1 }, { a: null }],
      [{ a: null }],
      ['note became-null: GET /balance: /a was an integer or null, is now null.'],
    ],
    [
      'of a format in some answers, of a few',
      [{ a: 'x y' }],
      [{ a: 'x y' }, { a: '25.00' }],
      ['note format-changed: GET /balance: /a was a text, is now a decimal text or a text.'],
    ],
    [
      'without its format in some answers, of a great many',
      times(64, { a: '25.00' }),
      [...times(64, { a: '25.00' }), ...times(64, { a: '25' })],
      [
        'drift format-changed: GET /balance: /a was a decimal text, is now a text of digits or a decimal text.',
      ],
    ],
    [
      'a text that reads as anything',
      [{ a: 'x y' }],
      [{ a: 'x y' }, { a: '7' }, { a: 'USD' }, { a: '' }],
      [],
    ],
    [
      'a fraction in each of a great many answers',
      times(64, { a: 1 }),
      times(64, { a: 0.5 }),
      ['drift format-changed: GET /balance: /a was an integer, is now a number with a fraction.'],
    ],
    [
      'a body that is no JSON',
      [{}],
      [undefined],
      ['drift type-changed: GET /balance: the body was an object, is now no JSON.'],
    ],
  ]
  test.each(rows)('%s', (_, earlier, now, expected) => {
    expect(drifts(bodies(...earlier), bodies(...now)).map(told)).toEqual(expected)
  })
})
