import { expect, test } from 'vitest'
import { tieSentence } from './ties.ts'

test('the same is said of each clause of a tie, and names them all', () => {
  const sentence = 'Either `a`, `b`, or `c` is broken: nothing in this run tells them apart.'
  expect(tieSentence({ id: 'b', either: ['c', 'a'] })).toBe(sentence)
  expect(tieSentence({ id: 'a', either: ['b', 'c'] })).toBe(sentence)
})
