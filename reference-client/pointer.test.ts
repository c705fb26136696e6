import { expect, test } from 'vitest'
import { valueAt } from './pointer.ts'

test('a pointer leads through objects and arrays', () => {
  expect(valueAt({ data: { products: [{ sku: 'A' }, { sku: 'B' }] } }, '/data/products/1/sku')).toBe('B')
})

test('the empty pointer is the whole document', () => {
  expect(valueAt([1], '')).toEqual([1])
})

test('~1 stands for a slash and ~0 for a tilde, each read once', () => {
  expect(valueAt({ 'a/b': 1, '~1': 2 }, '/a~1b')).toBe(1)
  expect(valueAt({ 'a/b': 1, '~1': 2 }, '/~01')).toBe(2)
})

test.each([
  '/data/absent',
  '/data/text/length',
  '/data/list/01',
  '/data/list/length',
  '/toString',
  '/data/none/x',
])('there is nothing at %s', (pointer) => {
  const document = { data: { text: 'abc', list: [1, 2], none: null } }
  expect(valueAt(document, pointer)).toBeUndefined()
})
