import { expect, test } from 'vitest'
import { createExcerpt, describeFailure, describeValue } from './excerpt.ts'

const excerpt = createExcerpt('k"/1')

test.each(['k"/1', 'k%22%2F1', 'k\\"/1', 'ayIvMQ', '6b222f31', '6B222F31'])(
  'the key is removed in the form %s',
  (form) => {
    expect(excerpt(`no partner has ${form}, sorry`)).toBe('no partner has [key], sorry')
  },
)

test('a long text is cut, and never inside of the key', () => {
  expect(excerpt('x'.repeat(500))).toHaveLength(200)
  expect(excerpt(`${'x'.repeat(197)}k"/1`)).toBe(`${'x'.repeat(197)}[k…`)
})

test('a text stays on one line', () => {
  expect(excerpt('one\r\ntwo\u001b[31m')).toBe('one two [31m')
})

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [[], 'an array'],
  [{}, 'a value of type object'],
  [7, 'the number 7'],
  ['k"/1', 'the string "[key]"'],
])('%j is described as %s', (value, words) => {
  expect(describeValue(value, excerpt)).toBe(words)
})

test('a failure is described with its causes, and without the key', () => {
  const cause = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  expect(describeFailure(new TypeError('k"/1 failed', { cause }), excerpt)).toBe(
    'TypeError: [key] failed; Error: ECONNREFUSED',
  )
  expect(describeFailure('k"/1', excerpt)).toBe('an error without description')
})
