import type { Course } from '../../contract/scenario/scenario.ts'
import type { OrderedFault, WaitingFault } from '../../contract/wire/ordered-fault.ts'

/** What is bought under a reference, and its later states. */
export type Purchase = {
  readonly partnerReference: string
  readonly sku: string
  /** In minor units. */
  readonly price: number
  readonly course: Course
  readonly revokesKey?: true
}

/** A purchase that was recorded, at a time in milliseconds. */
export type Order = Purchase & { readonly placedAt: number }

export type Placement =
  | { readonly kind: 'recorded' | 'replayed' | 'conflict'; readonly order: Order }
  | { readonly kind: 'insufficient-balance'; readonly available: number }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'faults-wait' }

/** An order summary (§2). */
export type Summary = { readonly status: string; readonly pollAfterSeconds?: number }

const STATES = { success: 'COMPLETED', failure: 'FAILED' } as const

/** What is paid, less than 0, or given, at a time in milliseconds. */
type Movement = { readonly at: number; readonly amount: number }

/** The orders and the money of one key: as little as the reference needs, and nothing of how a mock does it. */
export class Account {
  readonly orders = new Map<string, Order>()
  readonly movements: Movement[] = []
  isRevoked = false
  /** The faults that wait, each with the number of its request from now on. */
  waiting: WaitingFault[] = []

  constructor(openingBalance: number) {
    this.credit(openingBalance)
  }

  /** @param at from when on. Default: always. */
  credit(amount: number, at: number = Number.NEGATIVE_INFINITY): void {
    this.movements.push({ at, amount })
  }

  /** What a moment leaves of the funds: also one that has passed. */
  available(now: number): number {
    return this.movements.reduce((sum, { at, amount }) => (at <= now ? sum + amount : sum), 0)
  }

  charge({ price, course, placedAt }: Order, now: number): void {
    const settled = Math.max(now, placedAt + lengthOf(course.processing))
    this.credit(-price, now)
    if (course.settles === 'failure') this.credit(price, settled)
  }

  order(fault: WaitingFault): void {
    const others = this.waiting.filter((one) => one.operation !== fault.operation || one.at !== fault.at)
    this.waiting = [...others, fault].sort((one, other) => one.at - other.at)
  }

  /** One such request has come: what was ordered for it strikes, and all others have come nearer. */
  take(operation: WaitingFault['operation']): OrderedFault | undefined {
    let struck: OrderedFault | undefined
    const left: WaitingFault[] = []
    for (const one of this.waiting) {
      if (one.operation !== operation) left.push(one)
      else if (one.at > 1) left.push({ ...one, at: one.at - 1 })
      else struck = one.fault
    }
    this.waiting = left
    return struck
  }

  /** @param isFaultKnown whether the purchase was counted by the faults that wait: else it waits for that. */
  place(purchase: Purchase, now: number, isFaultKnown = false): Placement {
    if (this.isRevoked) return { kind: 'revoked' }
    if (!isFaultKnown && this.waiting.length > 0) return { kind: 'faults-wait' }
    const known = this.orders.get(purchase.partnerReference)
    if (known !== undefined)
      return { kind: known.sku === purchase.sku ? 'replayed' : 'conflict', order: known }
    const available = this.available(now)
    if (available < purchase.price) return { kind: 'insufficient-balance', available }
    const order = { ...purchase, placedAt: now }
    this.orders.set(purchase.partnerReference, order)
    this.charge(order, now)
    this.isRevoked = purchase.revokesKey === true
    return { kind: 'recorded', order }
  }
}

/** The summary of an order: a function of the time since it was placed. */
export function summaryOf({ course, placedAt }: Order, now: number): Summary {
  const { processing, settles } = course
  const ends = processing.map((_, index) => placedAt + lengthOf(processing.slice(0, index + 1)))
  const phase = processing[ends.findIndex((end) => now < end)]
  if (phase !== undefined) return { status: 'PROCESSING', pollAfterSeconds: phase.pollAfterSeconds }
  return { status: typeof settles === 'string' ? STATES[settles] : settles.state }
}

export function isFound({ course, placedAt }: Order, now: number): boolean {
  return now - placedAt >= (course.hiddenForSeconds ?? 0) * 1000
}

function lengthOf(phases: Course['processing']): number {
  return phases.reduce((sum, { forSeconds }) => sum + forSeconds * 1000, 0)
}

export type TimeChange =
  | { readonly advanceSeconds: number }
  | { readonly freeze: true }
  | { readonly resume: true }
  | { readonly speed: number }

/** The time of one key, in milliseconds. */
export class KeyTime {
  now: number
  isFrozen = false
  speed = 1

  constructor(now: number) {
    this.now = now
  }

  /** Lets so much of the common time pass. */
  pass(milliseconds: number): void {
    if (!this.isFrozen) this.now += milliseconds * this.speed
  }

  change(change: TimeChange): void {
    if ('advanceSeconds' in change) this.now += change.advanceSeconds * 1000
    else if ('speed' in change) this.speed = change.speed
    else this.isFrozen = 'freeze' in change
  }
}
