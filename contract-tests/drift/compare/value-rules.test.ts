import { describe, expect, test } from 'vitest'
import { bodies, drifts } from '../observed.fixture.ts'

/** Each value comes from one answer of its own. */
const changes = (earlier: readonly unknown[], now: readonly unknown[]) => {
  const amounts = (values: readonly unknown[]) => bodies(...values.map((amount) => ({ data: { amount } })))
  return drifts(amounts(earlier), amounts(now)).map((line) =>
    line.replace('GET /balance: /data/amount was ', ''),
  )
}

describe('a value that became', () => {
  test.each([
    ['another type', '25.00', 25, ['drift: a decimal text, is now an integer.']],
    ['an object', 25, { value: 25 }, ['drift: an integer, is now an object.']],
    ['null', '25.00', null, ['drift: a decimal text, is now null.']],
    ['filled, after null', null, '25.00', ['note: null, is now a decimal text.']],
    ['minor units', '25.00', '2500', ['drift: a decimal text, is now a text of digits.']],
    ['major units', '2500', '25.00', ['drift: a text of digits, is now a decimal text.']],
    ['a date', '2026-01-01T00:00:00Z', '2026-01-01', ['drift: a date-time, is now a date.']],
    [
      'a date-time without an offset',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00',
      ['drift: a date-time, is now a date-time without an offset.'],
    ],
    ['no URI', 'https://a.example', 'a', ['drift: a URI, is now a text.']],
    ['empty', '25.00', '', ['drift: a decimal text, is now an empty text.']],
    ['filled, after an empty text', '', '25.00', ['note: an empty text, is now a decimal text.']],
    ['no capitals', 'CARD', 'a card', ['note: a word in capitals, is now a text.']],
    ['an empty text of no format', 'a card', '', []],
    ['another text', 'a card', 'a longer card, with more to it', []],
    ['a fraction', 25, 25.5, ['note: an integer, is now a number with a fraction.']],
    ['another number', 25, -1e30, []],
    ['another list', [1], [], []],
  ] as const)('%s', (_, before, after, lines) => {
    expect(changes([before], [after])).toEqual(lines)
  })
})

describe('values of several kinds', () => {
  test.each([
    ['a second type is drift', [1], [1, 'x'], ['drift: an integer, is now an integer or a text.']],
    ['one type less is not', [1, 'x'], [1], ['note: an integer or a text, is now an integer.']],
    ['null at times', [1], [1, null], ['note: an integer, is now an integer or null.']],
    ['null always, and before at times', [1, null], [null], ['note: an integer or null, is now null.']],
    ['a format at times', ['x y'], ['x y', '25.00'], ['note: a text, is now a decimal text or a text.']],
    [
      'a format no longer always',
      ['25.00'],
      ['25.00', '2500'],
      ['note: a decimal text, is now a text of digits or a decimal text.'],
    ],
    ['a text that looks like anything', ['x y'], ['x y', '7', 'USD', ''], []],
  ] as const)('%s', (_, earlier, now, lines) => {
    expect(changes(earlier, now)).toEqual(lines)
  })

  test('a null in the one answer that has the field is only noted', () => {
    expect(drifts(bodies({}, { a: 1 }), bodies({}, { a: null }))).toEqual([
      'note: GET /balance: /a was an integer, is now null.',
    ])
  })
})

test('a body that is no longer JSON is drift', () => {
  expect(drifts(bodies({}), bodies(undefined))).toEqual([
    'drift: GET /balance: the body was an object, is now no JSON.',
  ])
})
