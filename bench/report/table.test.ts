import { expect, test } from 'vitest'
import { count, figure, mebibytes, table, verdict } from './table.ts'

test('a table has words on the left and figures on the right', () => {
  expect(table(['what', 'one'], [['a', '1']])).toBe('| what | one |\n| --- | ---: |\n| a | 1 |')
})

test('figures are told as people read them', () => {
  expect(count(1234567.8)).toBe('1,234,568')
  expect(figure(0.756)).toBe('0.76')
  expect(figure(12.34, 1)).toBe('12.3')
  expect(mebibytes(3 * 1024 * 1024)).toBe('3.0')
})

test('what was not measured is a dash, never a figure', () => {
  expect([count(Number.NaN), figure(Number.NaN), figure(null), figure(undefined), mebibytes(null)]).toEqual(
    Array(5).fill('–'),
  )
})

test('a target that is missed stands out', () => {
  expect([verdict(true), verdict(false)]).toEqual(['reached', '**missed**'])
})
