import { expect, test } from 'vitest'
import { changesSince } from './since.ts'

const report = (verdicts: Record<string, string>, outcomes: Record<string, string> = {}) => ({
  startedAt: '2026-11-20T10:00:00.000Z',
  outcome: 'broken',
  clauses: Object.entries(verdicts).map(([id, verdict]) => ({
    id,
    verdict: verdict.replace(', excused', ''),
    excused: verdict.endsWith(', excused') ? 'a reason' : null,
  })),
  scenarios: Object.entries(outcomes).map(([sku, outcome]) => ({ sku, outcome })),
})

test.for([
  ['kept', 'kept', null],
  ['kept', 'broken', 'new'],
  ['kept', 'not-observed', 'new'],
  ['kept', 'broken, excused', null],
  ['broken', 'kept', 'fixed'],
  ['broken', 'broken, excused', 'fixed'],
  ['broken', 'broken', 'still'],
  ['broken', 'not-observed', 'still'],
  ['out-of-reach', 'kept', null],
  ['out-of-reach', 'broken', 'new'],
] as const)('a clause that was %s, and is %s: %s', ([was, is, change]) => {
  const { clauses } = changesSince(report({ A: was }), report({ A: is }))
  expect(clauses.map((one) => one.change)).toEqual(change === null ? [] : [change])
})

test('a run of some scenarios says nothing of what it did not observe', () => {
  const earlier = report({ A: 'kept', B: 'broken' }, { X: 'kept', Y: 'broken' })
  const since = changesSince(earlier, report({ A: 'not-observed', B: 'kept' }, { Y: 'kept' }))
  expect(since.clauses).toMatchObject([{ id: 'B', change: 'fixed' }])
})

test('what only one of two runs tried is new at most', () => {
  const since = changesSince(
    report({}, { A: 'broken', B: 'kept' }),
    report({}, { C: 'broken', B: 'incomplete' }),
  )
  expect(since.scenarios).toEqual([
    { id: 'C', change: 'new', was: null, is: 'broken' },
    { id: 'B', change: 'new', was: 'kept', is: 'incomplete' },
  ])
})
