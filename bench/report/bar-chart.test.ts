import { expect, test } from 'vitest'
import { barChart } from './bar-chart.ts'

const CHART = barChart('Requests <a second>', [
  {
    name: 'GET /ping',
    bars: [
      { name: 'bare', value: 200, label: '200', isOurs: false },
      { name: 'ours', value: 100, label: '100', isOurs: true },
      { name: 'none', value: null, label: '–', isOurs: false },
    ],
  },
])

test('bars are as long as their values are, on one scale', () => {
  const widths = Array.from(CHART.matchAll(/<rect[^>]* width="([\d.]+)"/g), ([, width]) => Number(width))
  expect(widths).toEqual([540, 270, 0])
})

test('ours alone stands out', () => {
  expect(CHART.match(/class="bar ours"/g)).toHaveLength(1)
})

test('it is read in both schemes, by screen readers too, and holds no script', () => {
  expect(CHART).toContain('prefers-color-scheme: dark')
  expect(CHART).toContain('role="img"')
  expect(CHART).not.toMatch(/<script|\son\w+=|href/)
})

test('texts can hold anything', () => {
  expect(CHART).toContain('<title id="title">Requests &lt;a second&gt;</title>')
})

test('everything lies inside the picture', () => {
  const height = Number(/height="(\d+)" role/.exec(CHART)?.[1])
  const ends = Array.from(
    CHART.matchAll(/<rect[^>]* y="(\d+)"[^>]*height="(\d+)"/g),
    ([, y, h]) => +`${y}` + +`${h}`,
  )
  expect(Math.max(...ends)).toBeLessThan(height)
})

test('the name of a group stands above its bars', () => {
  const name = Number(/class="group"[^>]* y="(\d+)"/.exec(CHART)?.[1])
  const first = Number(/<rect[^>]* y="(\d+)"/.exec(CHART)?.[1])
  expect(name).toBeLessThan(first)
})
