import { expect, test } from 'vitest'
import { namesLike, nearestOf, slipsBetween } from './nearest.ts'

test('the nearest name is suggested, in any case', () => {
  expect(nearestOf('PING-0K', ['ping-mode', 'ping-ok'])).toBe('Did you mean ping-ok?')
})

test.for([
  ['without what all begin with', 'at-once', ['SCENARIO-AT-ONCE']],
  ['with a slip besides', 'AT-0NCE', ['SCENARIO-AT-ONCE']],
  ['in part', 'LOST', ['SCENARIO-LOST-BEFORE', 'SCENARIO-LOST-AFTER']],
  ['by what is in all of them, too short to decide', 'O', []],
] as const)('a name is found %s', ([, name, found]) => {
  const known = ['SCENARIO-AT-ONCE', 'SCENARIO-LOST-BEFORE', 'SCENARIO-LOST-AFTER', 'SCENARIO-CUT']
  expect(namesLike(name, known)).toEqual(found)
})

test('without a near one, some of the valid names', () => {
  expect(nearestOf('nothing like it', ['a', 'b'])).toBe('There are: a, b.')
  const many = Array.from({ length: 9 }, (_, index) => `name-${index}`)
  expect(nearestOf('nothing', many)).toBe('There are: name-0, name-1, name-2, name-3, name-4, and 4 more.')
})

test.each([
  ['orders', 'orders', 0],
  ['order', 'orders', 1],
  ['odrers', 'orders', 2],
  ['produts', 'products', 1],
  ['products', 'orders', undefined],
  ['pin', 'ping', 1],
  ['pign', 'ping', undefined],
  ['', 'a', 1],
  ['', '', 0],
])('%j and %j differ by this many edits, where that may be a typing error: %s', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips)
})
