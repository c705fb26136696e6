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
