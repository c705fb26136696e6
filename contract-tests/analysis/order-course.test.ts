import { expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { contradictionsOf } from './order-course.ts'
import type { LoggedAnswer } from './order-log.ts'

type Said = readonly [kind: LoggedAnswer['kind'], status: 'PROCESSING' | 'COMPLETED']

/** What a run saw of one order, one answer per second; `atOnce` for answers to requests that overlapped. */
function seen(said: readonly Said[], { atOnce = false } = {}): ReadonlyMap<string, readonly LoggedAnswer[]> {
  const answers = said.map(([kind, status], index): LoggedAnswer => {
    const summary = { status, pollAfterSeconds: status === 'PROCESSING' ? 1 : null }
    const json = { data: { order: kind === 'purchase' ? { order: summary } : summary } }
    const operation = kind === 'purchase' ? 'createOrder' : 'lookupOrder'
    const arrivedMs = atOnce ? 0 : index * 1000
    const exchange = { operation, arrivedMs, response: { answeredMs: arrivedMs + 10 } }
    // Only the parts of an exchange that are read.
    return {
      reference: 'KIT:1',
      kind,
      isRepeat: index > 0,
      answer: { exchange, status: 200, json, failure: null } as unknown as Answer,
    }
  })
  return new Map([['KIT:1', answers]])
}

function kinds(said: readonly Said[], options?: { atOnce: boolean }): string[] {
  return contradictionsOf(seen(said, options)).map(({ kind }) => kind)
}

test('an order that is PROCESSING, then settled, contradicts nothing', () => {
  const said = [
    ['purchase', 'PROCESSING'],
    ['lookup', 'PROCESSING'],
    ['purchase', 'COMPLETED'],
    ['lookup', 'COMPLETED'],
  ] as const
  expect(kinds(said)).toEqual([])
})

test('a lookup that says PROCESSING for a settled order shows that the order went back', () => {
  expect(
    kinds([
      ['purchase', 'COMPLETED'],
      ['lookup', 'PROCESSING'],
      ['lookup', 'COMPLETED'],
    ]),
  ).toEqual(['went-back'])
})

test('so does an idempotent replay, also when the next lookup says settled', () => {
  expect(
    kinds([
      ['purchase', 'COMPLETED'],
      ['purchase', 'PROCESSING'],
      ['lookup', 'COMPLETED'],
    ]),
  ).toEqual(['went-back'])
})

test('lookups that say settled before and after a replay that says PROCESSING are of another order', () => {
  expect(
    kinds([
      ['purchase', 'PROCESSING'],
      ['lookup', 'COMPLETED'],
      ['purchase', 'PROCESSING'],
      ['lookup', 'COMPLETED'],
    ]),
  ).toEqual(['lookup-of-another'])
})

test('but not when replays of orders that were settled at once say PROCESSING as well', () => {
  const lookedUp = seen([
    ['purchase', 'PROCESSING'],
    ['lookup', 'COMPLETED'],
    ['purchase', 'PROCESSING'],
    ['lookup', 'COMPLETED'],
  ])
  const goesBack = seen([
    ['purchase', 'COMPLETED'],
    ['purchase', 'PROCESSING'],
  ])
  const both = new Map([
    ['KIT:1', lookedUp.get('KIT:1') ?? []],
    ['KIT:2', goesBack.get('KIT:1') ?? []],
  ])
  expect(contradictionsOf(both).map(({ kind }) => kind)).toEqual(['went-back', 'went-back'])
})

test('answers to requests that overlapped contradict nothing', () => {
  expect(
    kinds(
      [
        ['purchase', 'COMPLETED'],
        ['purchase', 'PROCESSING'],
      ],
      { atOnce: true },
    ),
  ).toEqual([])
})
