import { expect, test } from 'vitest'
import { nearestOf } from './nearest.ts'

test('the nearest name is suggested, whatever its case', () => {
  expect(nearestOf('PING-0K', ['ping-mode', 'ping-ok'])).toBe('Did you mean ping-ok?')
})

test('where none is near, some of those that there are', () => {
  expect(nearestOf('nothing like it', ['a', 'b'])).toBe('There are: a, b.')
  const many = Array.from({ length: 9 }, (_, index) => `name-${index}`)
  expect(nearestOf('nothing', many)).toBe('There are: name-0, name-1, name-2, name-3, name-4, and 4 more.')
})
