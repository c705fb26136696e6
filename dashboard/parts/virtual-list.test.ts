import { expect, test } from 'vitest'
import { type List, topOf, windowOf } from '../parts/virtual-list.ts'

const LIST: List = { rows: 10_000, rowHeight: 30, open: -1, openHeight: 0 }
const OPEN: List = { ...LIST, open: 5, openHeight: 300 }

test.each([
  ['at the beginning', 0, 0, 29],
  ['in the middle', 150_000, 4992, 5029],
  ['at the end', 10_000 * 30 - 600, 9972, 10_000],
  ['past the end, after rows went away', 400_000, 9992, 10_000],
])('draws the rows in sight, and a few more: %s', (_, scrolled, from, to) => {
  expect(windowOf(LIST, scrolled, 600)).toMatchObject({ from, to })
})

test.each([0, 29, 149, 150, 300, 480, 481, 9_000, 150_000])(
  'the heights of what is drawn and what is not are those of the whole list, at %d',
  (scrolled) => {
    for (const list of [LIST, OPEN]) {
      const { from, to, above, below } = windowOf(list, scrolled, 600)
      const drawn = (to - from) * 30 + (list.open >= from && list.open < to ? list.openHeight : 0)
      expect(above + drawn + below).toBe(topOf(list, list.rows))
      expect(above).toBeLessThanOrEqual(scrolled)
    }
  },
)

test('an unfolded row is drawn as long as a part of it is in sight', () => {
  expect(windowOf(OPEN, 470, 600)).toMatchObject({ from: 0 })
  expect(windowOf({ ...OPEN, open: 100 }, 101 * 30 + 299, 600).from).toBe(92)
})
