import { expect, test } from 'vitest'
import { barChart } from './bar-chart.ts'

const bar = (name: string, value: number) => ({ name, value, label: `${value}`, isOurs: false })
const CHART = barChart('Requests <a second>', [
  { name: 'GET /ping', bars: [bar('one', 200), bar('other', 100)] },
  { name: 'GET /orders', bars: [bar('one', 50)] },
])

test('it can be read in both schemes and by screen readers, and holds no script', () => {
  expect(CHART).toContain('prefers-color-scheme: dark')
  expect(CHART).toContain('role="img"')
  expect(CHART).not.toMatch(/<script|\son\w+=|href/)
})

test('texts can hold anything', () => {
  expect(CHART).toContain('<title id="title">Requests &lt;a second&gt;</title>')
})

test('bars lie below each other, and inside the picture', () => {
  const tops = Array.from(CHART.matchAll(/<rect[^>]* y="(\d+)"/g), ([, y]) => Number(y))
  expect(tops).toEqual([...new Set(tops)].toSorted((one, other) => one - other))
  expect(Math.max(...tops) + 16).toBeLessThan(Number(/height="(\d+)" role/.exec(CHART)?.[1]))
})
