import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelWidth, shortened } from './label-text.ts'
import { placeLabels, type WantedLabel } from './placement.ts'
import { collapsedRuns } from './rows.ts'

const BOUNDS = { from: 0, to: 700 }

function wanted(x: number, text: string, changed: Partial<WantedLabel> = {}): WantedLabel {
  return { x, variants: [text], rank: 1, tone: 'plain', run: text, ...changed }
}

const anyLabel = fc
  .record({
    x: fc.double({ min: 0, max: 700, noNaN: true }),
    text: fc.string({ minLength: 1, maxLength: 40 }),
    rank: fc.nat(4),
  })
  .map(({ x, text, rank }) => wanted(x, text, { rank, variants: [text, text.slice(0, 3)] }))

test('close labels are stacked, the earlier the higher', () => {
  const placed = placeLabels([wanted(10, 'products'), wanted(30, 'price'), wanted(50, 'balance')], BOUNDS, 3)
  expect(placed.toSorted((one, other) => one.x - other.x).map(({ track }) => track)).toEqual([2, 1, 0])
})

test('at the right end they extend to the left', () => {
  const placed = placeLabels(
    [wanted(650, 'recorded · COMPLETED'), wanted(690, 'recorded · COMPLETED')],
    BOUNDS,
    2,
  )
  expect(placed.map(({ x, track }) => [x, track])).toEqual([
    [650, 0],
    [690, 1],
  ])
})

test('without room for all, the lowest ranks stay, in shorter words if necessary', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => wanted(index * 20, 'lookup', { rank: 4 }))
  const broken = wanted(300, 'broken at some length', { rank: 0 })
  const placed = placeLabels([...crowd, broken], BOUNDS, 1)
  expect(placed.map(({ text }) => text)).toContain('broken at some length')
  expect(placed.length).toBeLessThan(crowd.length)
  const narrow = placeLabels(
    [wanted(30, 'far too long for it', { variants: ['far too long for it', 'short'] })],
    { from: 0, to: 80 },
    1,
  )
  expect(narrow.map(({ text }) => text)).toEqual(['short'])
})

test('no label touches another, nor a line that leads to one, for any input', () => {
  fc.assert(
    fc.property(fc.array(anyLabel, { maxLength: 60 }), (labels) => {
      const placed = placeLabels(labels, BOUNDS, 4)
      for (const [index, one] of placed.entries()) {
        const right = one.left + labelWidth(one.text)
        expect(one.left).toBeGreaterThanOrEqual(BOUNDS.from)
        expect(right).toBeLessThanOrEqual(BOUNDS.to)
        for (const other of placed.slice(index + 1)) {
          const isApart = right <= other.left || one.left >= other.left + labelWidth(other.text)
          if (one.track === other.track) expect(isApart).toBe(true)
          const [low, high] = one.track < other.track ? [one, other] : [other, one]
          const isCrossed = high.x > low.left && high.x < low.left + labelWidth(low.text)
          if (low.track !== high.track) expect(isCrossed).toBe(false)
        }
      }
    }),
  )
})

test('close labels with the same text are merged, with their number', () => {
  const close = Array.from({ length: 40 }, (_, index) => wanted(index * 12, 'lookup ✕ waits-poll-after'))
  const apart = [wanted(600, 'lookup ✕ waits-poll-after'), wanted(680, 'balance')]
  expect(collapsedRuns([...close, ...apart]).map(({ variants: [first] }) => first)).toEqual([
    'lookup ✕ waits-poll-after, 41 times',
    'balance',
  ])
  expect(collapsedRuns(apart)).toEqual(apart)
  const mixed = [
    wanted(0, 'lost'),
    wanted(4, 'lost', { tone: 'broken' }),
    wanted(8, 'lost', { tone: 'broken' }),
  ]
  expect(collapsedRuns(mixed)).toEqual(mixed)
})

test('a label is legible, on one line, and cut to a width', () => {
  expect(shortened('a\u202e\nb pk_test_abcdefgh', 500)).toBe('a\\u202e b [key]')
  const cut = shortened('W'.repeat(300), 100)
  expect(cut).toMatch(/^W+…$/)
  expect(labelWidth(cut)).toBeLessThanOrEqual(100)
})
