import { describe, expect, test } from 'vitest'
import { bodies, drifts, times } from './observed.fixture.ts'

/** How the bodies of balances differ. */
const changes = (earlier: readonly unknown[], now: readonly unknown[]) =>
  drifts(bodies(...earlier), bodies(...now)).map((line) => line.replace('GET /balance: ', ''))

const one = [{ a: 1 }]
const many = times(9, { a: 1 })
const list = (...items: unknown[]) => [{ list: items }]
const mapOf = (...members: unknown[]) => ({
  map: Object.fromEntries(members.map((member, index) => [`SHOP:${index}`, member])),
})
const map = (...members: unknown[]) => [mapOf(...members)]
const came = (path: string) => `${path} was absent, is now an integer.`

test.each<readonly [what: string, earlier: readonly unknown[], now: readonly unknown[], line: string]>([
  ['that came', [{}], one, 'drift: /a was absent, is now an integer.'],
  ['that went', [{ a: 'x' }], [{}], 'drift: /a was a text, is now absent.'],
  ['that came with members', [{}], [{ a: { b: 1 } }], 'drift: /a was absent, is now an object.'],
  ['that came at times', [{}], [{}, ...one], 'note: /a was absent, is now an integer at times.'],
  ['that was there at times', [{}, { a: null }], [{}], 'note: /a was null at times, is now absent.'],
  ['that is missing at times', many, [{}, ...many], 'note: /a was always there, is now absent at times.'],
  ['that was missing at times', [{}, ...many], many, 'note: /a was absent at times, is now always there.'],
])('a field %s', (_, earlier, now, line) => {
  expect(changes(earlier, now)).toEqual([line])
})

describe('the content of a list, a map or an optional object is data', () => {
  test.each<
    readonly [what: string, earlier: readonly unknown[], now: readonly unknown[], line: string | null]
  >([
    ['an empty list says nothing of its items', list(), list(...one), null],
    ['nor does a list that became empty', list(...one), list(), null],
    [
      'three items are not enough',
      list(...times(4, {})),
      list(...times(3, { a: 1 })),
      `note: ${came('/list/*/a')}`,
    ],
    ['four are', list(...times(4, {})), list(...times(4, { a: 1 })), `drift: ${came('/list/*/a')}`],
    ['one object of several is not', [{}, { o: {} }], [{}, { o: { a: 1 } }], `note: ${came('/o/a')}`],
    ['nor one in an item', list({ o: {} }), list({ o: { a: 1 } }), `note: ${came('/list/*/o/a')}`],
    ['nor one member of a map', map({}), map({ a: 1 }), `note: ${came('/map/{*}/a')}`],
    ['an empty map says nothing of its members', map(), map(1), null],
    ['a name neither comes to a map nor goes', [{ map: { 'SHOP:1': 1, a: 1 } }], [{ map: { b: 1 } }], null],
    [
      'an object that became a map is noted: its names are no longer recorded',
      [{ map: { a: 1 } }],
      map(1),
      'note: /map was an object with named members, is now a map.',
    ],
    [
      'members of a map need not be alike',
      times(4, mapOf(1)),
      times(4, mapOf(1, 'x')),
      'note: /map/{*} was an integer, is now an integer or a text.',
    ],
    [
      'but not all of them are of another type',
      times(4, mapOf(1)),
      times(4, mapOf('x')),
      'drift: /map/{*} was an integer, is now a text.',
    ],
  ])('%s', (_, earlier, now, line) => {
    expect(changes(earlier, now)).toEqual(line === null ? [] : [line])
  })
})

test('a body with more fields than are recorded is noted, and its fields are not compared', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const wide = (value: unknown) => Object.fromEntries(letters.map((letter) => [letter, value]))
  expect(changes([{ gone: 1 }], [wide(wide(1))])).toEqual([
    'note: the body was within bounds, is now of more fields than are looked at.',
  ])
})

/** Each value comes from one answer of its own. */
const valueChanges = (earlier: readonly unknown[], now: readonly unknown[]) => {
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
    ['no capitals', 'CARD', 'a card', []],
    ['an empty text of no format', 'a card', '', []],
    ['another text', 'a card', 'a longer card, with more to it', []],
    ['a fraction', 25, 25.5, []],
    ['another number', 25, -1e30, []],
    ['another list', [1], [], []],
  ] as const)('%s', (_, before, after, lines) => {
    expect(valueChanges([before], [after])).toEqual(lines)
  })
})

describe('values of several kinds', () => {
  test.each([
    ['a second type is drift', [1], [1, 'x'], ['drift: an integer, is now an integer or a text.']],
    ['one type less is not', [1, 'x'], [1], ['note: an integer or a text, is now an integer.']],
    ['null at times', [1], [1, null], ['note: an integer, is now an integer or null.']],
    ['null always, and before at times', [1, null], [null], ['note: an integer or null, is now null.']],
    ['another type, and null', [1], ['x', null], ['drift: an integer, is now a text or null.']],
    ['a format at times', ['x y'], ['x y', '25.00'], ['note: a text, is now a decimal text or a text.']],
    [
      'a format no longer always',
      ['25.00'],
      ['25.00', '2500'],
      ['note: a decimal text, is now a text of digits or a decimal text.'],
    ],
    ['a text that looks like anything', ['x y'], ['x y', '7', 'USD', ''], []],
  ] as const)('%s', (_, earlier, now, lines) => {
    expect(valueChanges(earlier, now)).toEqual(lines)
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
