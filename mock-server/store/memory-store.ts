import { type Clock, systemClock } from '../../contract/clock.ts'
import type { OrderedFault } from '../../contract/wire/ordered-fault.ts'
import { type Order, releasedAt } from './order.ts'
import {
  type Anchor,
  changedAnchor,
  commonAnchor,
  type SandboxTime,
  sandboxTimeAt,
  type TimeChange,
} from './sandbox-clock.ts'
import { steadyTime } from './steady-time.ts'
import {
  type Account,
  type Placement,
  type Purchase,
  type SandboxState,
  type Store,
  timeListeners,
} from './store.ts'

/** The clock and the speed of a store's sandboxes. */
export type SandboxTimeOptions = {
  readonly clock?: Clock
  /** How fast the time of every sandbox runs until it is set otherwise; 1 by default. */
  readonly speed?: number
}

/** A store that reads the time of a sandbox at once. */
export type MemoryStore = Store & {
  timeOf(sandbox: string): SandboxTime
}

/** How many keys are forgotten before calls are answered again. */
const FORGOTTEN_AT_ONCE = 1_000

type Release = { readonly at: number; readonly amount: number }

/** The orders of one sandbox, by reference, its money and its time. */
class Sandbox {
  readonly orders = new Map<string, Order>()
  readonly attempts = new Map<string, number>()
  isRevoked = false
  nextFault: OrderedFault | undefined = undefined
  anchor: Anchor
  #available: number
  #releases: Release[] = []
  #nextRelease = Number.POSITIVE_INFINITY

  constructor(openingBalance: number, anchor: Anchor) {
    this.#available = openingBalance
    this.anchor = anchor
  }

  /** Time in a sandbox never goes back, so that a release that is due can be booked for good. */
  availableAt(now: number): number {
    if (now < this.#nextRelease) return this.#available
    for (const { at, amount } of this.#releases) if (at <= now) this.#available += amount
    this.#releases = this.#releases.filter(({ at }) => at > now)
    this.#nextRelease = this.#releases.reduce(
      (first, { at }) => Math.min(first, at),
      Number.POSITIVE_INFINITY,
    )
    return this.#available
  }

  credit(amount: number): void {
    this.#available += amount
  }

  record(order: Order): void {
    this.orders.set(order.partnerReference, order)
    this.#available -= order.price
    this.isRevoked ||= order.revokesKey === true
    const at = releasedAt(order)
    if (at === null) return
    this.#releases.push({ at, amount: order.price })
    this.#nextRelease = Math.min(this.#nextRelease, at)
  }
}

/**
 * A store in the memory of this process: a Map by reference, and every decision made synchronously, so that
 * purchases can not interfere. It answers at once.
 */
export function memoryStore({ clock = systemClock, speed = 1 }: SandboxTimeOptions = {}): MemoryStore {
  const time = steadyTime(clock)
  const common = commonAnchor(time.now(), speed)
  const sandboxes = new Map<string, Sandbox>()
  const uses = new Map<string, number>()
  const { notify, onTimeChange } = timeListeners()
  const forget = (sandbox: string) => {
    uses.delete(sandbox)
    sandboxes.delete(sandbox)
  }
  const opened = ({ sandbox, openingBalance }: Account): Sandbox => {
    const known = sandboxes.get(sandbox)
    if (known !== undefined) return known
    const opening = new Sandbox(openingBalance, common)
    sandboxes.set(sandbox, opening)
    return opening
  }
  const stateOf = (sandbox: Sandbox | undefined): SandboxState => {
    const anchor = sandbox?.anchor ?? common
    const { isFrozen, speed } = anchor
    return { now: sandboxTimeAt(anchor, time.now()), isFrozen, speed, isRevoked: sandbox?.isRevoked ?? false }
  }
  return {
    enter: ({ sandbox }) => stateOf(sandboxes.get(sandbox)),
    placeOrder(account, purchase, isFaultKnown = false) {
      const sandbox = opened(account)
      const { now, isFrozen, speed } = stateOf(sandbox)
      const fault = isFaultKnown || sandbox.isRevoked ? undefined : taken(sandbox)
      const placement: Placement =
        fault === undefined ? place(sandbox, purchase, now) : { kind: 'ordered-fault', fault }
      return { now, isFrozen, speed, isRevoked: sandbox.isRevoked, placement }
    },
    findOrder({ sandbox }, partnerReference) {
      const known = sandboxes.get(sandbox)
      return { ...stateOf(known), order: known?.orders.get(partnerReference) }
    },
    balance({ sandbox, openingBalance }) {
      const known = sandboxes.get(sandbox)
      const state = stateOf(known)
      return { ...state, available: known?.availableAt(state.now) ?? openingBalance }
    },
    countAttempt: (account, subject) => countIn(opened(account).attempts, subject),
    next: {
      read: ({ sandbox }) => sandboxes.get(sandbox)?.nextFault,
      async put(account, fault) {
        opened(account).nextFault = fault
      },
      take: ({ sandbox }) => taken(sandboxes.get(sandbox)),
    },
    uses: {
      note(sandbox, _, idleMs) {
        const now = time.now()
        if (now - (uses.get(sandbox) ?? now) > idleMs) forget(sandbox)
        uses.delete(sandbox)
        uses.set(sandbox, now)
      },
      forgetIdle(idleMs) {
        let left = FORGOTTEN_AT_ONCE
        // The longest unused stand first.
        for (const [sandbox, at] of uses) {
          if (time.now() - at <= idleMs) return false
          if (left === 0) return true
          forget(sandbox)
          left -= 1
        }
        return false
      },
    },
    sandboxes: (most) => [...sandboxes.keys()].toReversed().slice(0, most),
    orders({ sandbox }, most) {
      const orders = [...(sandboxes.get(sandbox)?.orders.values() ?? [])]
      return { count: orders.length, latest: orders.toReversed().slice(0, most) }
    },
    async adjust(account, change) {
      const sandbox = opened(account)
      if ('credit' in change) sandbox.credit(change.credit)
      else sandbox.isRevoked = change.isRevoked
    },
    async changeTime(account, change: TimeChange) {
      const sandbox = opened(account)
      sandbox.anchor = changedAnchor(sandbox.anchor, time.now(), change)
      notify(account.sandbox)
      return stateOf(sandbox)
    },
    async reset({ sandbox }) {
      sandboxes.delete(sandbox)
      notify(sandbox)
    },
    onTimeChange,
    timeOf(sandbox) {
      const { now, isFrozen, speed } = stateOf(sandboxes.get(sandbox))
      return { now, isFrozen, speed }
    },
    isReady: async () => true,
    close: async () => {},
  }
}

function taken(sandbox: Sandbox | undefined): OrderedFault | undefined {
  if (sandbox?.nextFault === undefined) return undefined
  const { nextFault } = sandbox
  sandbox.nextFault = undefined
  return nextFault
}

function place(sandbox: Sandbox, purchase: Purchase, now: number): Placement {
  if (sandbox.isRevoked) return { kind: 'revoked' }
  const known = sandbox.orders.get(purchase.partnerReference)
  if (known !== undefined) return { kind: known.sku === purchase.sku ? 'replayed' : 'conflict', order: known }
  const available = sandbox.availableAt(now)
  if (available < purchase.price) return { kind: 'insufficient-balance', available }
  const order: Order = { ...purchase, placedAt: now }
  sandbox.record(order)
  return { kind: 'recorded', order }
}

function countIn(counts: Map<string, number>, subject: string): number {
  const count = (counts.get(subject) ?? 0) + 1
  counts.set(subject, count)
  return count
}
