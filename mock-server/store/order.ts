import type { Profile } from '../../contract/profile/profile.ts'
import { endingState } from '../../contract/scenario/ending-state.ts'
import type { Course } from '../../contract/scenario/scenario.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'

/** A recorded purchase. Its status is not stored: it follows from the time. */
export type Order = {
  readonly partnerReference: string
  readonly sku: string
  /** What was debited, in minor units. */
  readonly price: number
  /** What was left after that, in minor units. */
  readonly balanceAfter: number
  /** Milliseconds, by the clock of its sandbox. */
  readonly placedAt: number
  readonly course: Course
  /** Whether it revokes its key. */
  readonly revokesKey?: true
}

/** An order summary as the API shows it (§2). */
export type Summary = { readonly status: string; readonly pollAfterSeconds?: number }

/** The summary of an order at a moment, in milliseconds of its sandbox's clock. */
export function summaryAt(order: Order, now: number, states: Profile['states']): Summary {
  let endsAt = order.placedAt
  for (const phase of order.course.processing) {
    endsAt += phase.forSeconds * 1000
    if (now < endsAt) return { status: PROCESSING, pollAfterSeconds: phase.pollAfterSeconds }
  }
  return { status: endingState(order.course.settles, states) }
}

/** Whether the lookup knows an order at a moment, in milliseconds of its sandbox's clock. */
export function isKnownToLookup({ placedAt, course }: Order, now: number): boolean {
  return now >= placedAt + (course.hiddenForSeconds ?? 0) * 1000
}

/** When an order's money returns, in milliseconds of its sandbox's clock; `null` when it never does. */
export function releasedAt(order: Order): number | null {
  if (order.course.settles !== 'failure') return null
  const seconds = order.course.processing.reduce((sum, phase) => sum + phase.forSeconds, 0)
  return order.placedAt + seconds * 1000
}
