import { expect, test } from 'vitest'
import type { Success } from './http/answer.ts'
import { readSummary } from './summary.ts'

const STATES = { success: ['COMPLETED', 'DELIVERED'], failure: ['FAILED'] }

const read = (order: unknown) => {
  const asked = { operation: 'lookupOrder', request: 'GET /orders/SHOP%3A1' } as const
  const answer: Success = { asked, status: 200, excerpt: (text) => text, document: { data: { order } } }
  return readSummary(answer, 'lookupOrder', STATES)
}

test.each([
  ['COMPLETED', 'success'],
  ['DELIVERED', 'success'],
  ['FAILED', 'failure'],
  ['REVERSED', 'unknown'],
  ['processing', 'unknown'],
] as const)('the state %s is settled, with the outcome %s', (status, outcome) => {
  expect(read({ status })).toEqual({ status, pollAfterSeconds: null, settled: true, outcome })
})

test('a settled summary may carry pollAfterSeconds, or something that is not a number of seconds', () => {
  expect(read({ status: 'COMPLETED', pollAfterSeconds: 3 })).toMatchObject({ pollAfterSeconds: 3 })
  expect(read({ status: 'COMPLETED', pollAfterSeconds: 'none' })).toMatchObject({ pollAfterSeconds: null })
})

test.each([0, 0.25, 90])('a PROCESSING summary may ask for %d seconds', (pollAfterSeconds) => {
  expect(read({ status: 'PROCESSING', pollAfterSeconds })).toMatchObject({ settled: false, pollAfterSeconds })
})

test.each([undefined, null, '2', -1, Number.POSITIVE_INFINITY])(
  'a PROCESSING summary with pollAfterSeconds %j is unexpected',
  (pollAfterSeconds) => {
    expect(() => read({ status: 'PROCESSING', pollAfterSeconds })).toThrow('/data/order/pollAfterSeconds')
  },
)

test.each([{}, { status: '' }, { status: 1 }, null, 'COMPLETED', []])('%j is not a summary', (order) => {
  expect(() => read(order)).toThrow('/data/order/status')
})
