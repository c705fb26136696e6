import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Course } from '../../contract/scenario/scenario.ts'
import { SETTLES_AT_ONCE } from '../../fixtures/scenarios.ts'
import { summaryOf } from '../../testing/model/account.fixture.ts'
import { type Order, releasedAt, summaryAt } from './order.ts'

const STATES = { success: ['COMPLETED', 'DELIVERED'], failure: ['FAILED', 'REJECTED'] }
const PLACED_AT = Date.UTC(2026, 0, 1)
function orderOf(course: Course): Order {
  return { partnerReference: 'TEST:1', sku: 'SKU', price: 2500, balanceAfter: 0, placedAt: PLACED_AT, course }
}

function summaryAfter(course: Course, milliseconds: number) {
  return summaryAt(orderOf(course), PLACED_AT + milliseconds, STATES)
}

test("a settled order has the first of the profile's states, for a success and for a failure", () => {
  expect(summaryAfter({ processing: [], settles: 'success' }, 0)).toEqual({ status: 'COMPLETED' })
  expect(summaryAfter({ processing: [], settles: 'failure' }, 0)).toEqual({ status: 'FAILED' })
  const [success] = DEFAULT_PROFILE.states.success
  expect(summaryAt(orderOf(SETTLES_AT_ONCE), PLACED_AT, DEFAULT_PROFILE.states).status).toBe(success)
})

/** Orders whose phases are numbered by their pollAfterSeconds. */
const courses: fc.Arbitrary<Course> = fc.record({
  processing: fc
    .array(fc.integer({ min: 0, max: 600 }), { maxLength: 6 })
    .map((stretches) => stretches.map((forSeconds, index) => ({ forSeconds, pollAfterSeconds: index }))),
  settles: fc.constantFrom('success', 'failure'),
})
const milliseconds = fc.integer({ min: 0, max: 4_000_000 })

test('with any phases, the summary of an order is that of the model at any time, and at the end of each phase', () => {
  const property = fc.property(courses, milliseconds, (course, elapsed) => {
    const ends = course.processing.map((_, index) =>
      course.processing.slice(0, index + 1).reduce((sum, { forSeconds }) => sum + forSeconds * 1000, 0),
    )
    for (const at of [elapsed, 0, ...ends, ...ends.map((end) => Math.max(0, end - 1))])
      expect(summaryAfter(course, at)).toEqual(summaryOf(orderOf(course), PLACED_AT + at))
  })
  fc.assert(property)
})

test('with any phases, the money of an order returns at the moment it fails, and never if it succeeds', () => {
  const property = fc.property(courses, (course) => {
    const at = releasedAt(orderOf(course))
    const elapsed = at === null ? null : at - PLACED_AT
    expect(elapsed === null).toBe(course.settles === 'success')
    if (elapsed === null) return
    expect(summaryAfter(course, elapsed).status).toBe('FAILED')
    if (elapsed > 0) expect(summaryAfter(course, elapsed - 1).status).toBe('PROCESSING')
  })
  fc.assert(property)
})
