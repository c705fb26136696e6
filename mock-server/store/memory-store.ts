import { type Clock, systemClock } from '../../contract/clock.ts'
import { countedDown, withWaiting } from '../../contract/wire/ordered-fault.ts'
import type { Order } from './order.ts'
import { adjusted, decided, moneyAt, newSandbox, type Sandbox, stateOf } from './sandbox.ts'
import { changedAnchor, type SandboxTime } from './sandbox-clock.ts'
import type { Account, Store } from './store.ts'

/** The clock and the speed of a store's sandboxes. */
export type SandboxTimeOptions = {
  readonly clock?: Clock
  /** How fast the time of every sandbox runs until it is set otherwise; 1 by default. */
  readonly speed?: number
}

/** A store that can also read the time of a sandbox synchronously. */
export type MemoryStore = Store & {
  timeOf(sandbox: string): SandboxTime
}

type Kept = {
  sandbox: Sandbox
  readonly orders: Map<string, Order>
  readonly attempts: Map<string, number>
}

/** A store in the memory of this process. No operation waits between its reads and its writes: each is atomic. */
export function memoryStore({ clock = systemClock, speed = 1 }: SandboxTimeOptions = {}): MemoryStore {
  const keys = new Map<string, Kept>()
  const sandboxOf = ({ sandbox, openingBalance }: Account): Sandbox =>
    keys.get(sandbox)?.sandbox ?? newSandbox(openingBalance, clock.now(), speed)
  const keptOf = (account: Account): Kept =>
    keys.get(account.sandbox) ?? { sandbox: sandboxOf(account), orders: new Map(), attempts: new Map() }
  const opened = (account: Account): Kept => {
    const kept = keptOf(account)
    keys.set(account.sandbox, kept)
    return kept
  }
  const change = (account: Account, changed: (before: Sandbox) => Sandbox): Sandbox => {
    const kept = opened(account)
    kept.sandbox = changed(kept.sandbox)
    return kept.sandbox
  }
  return {
    enter: async (account) => stateOf(sandboxOf(account), clock.now()),
    async placeOrder(account, purchase, isFaultKnown = false) {
      const kept = opened(account)
      const state = stateOf(kept.sandbox, clock.now())
      const known = kept.orders.get(purchase.partnerReference)
      const { placement, after } = decided(kept.sandbox, known, purchase, state.now, isFaultKnown)
      if (after === undefined) return { ...state, placement }
      kept.sandbox = after
      kept.orders.set(purchase.partnerReference, placement.order)
      return { ...state, isRevoked: after.isRevoked, placement }
    },
    async findOrder(account, partnerReference) {
      const { sandbox, orders } = keptOf(account)
      return {
        ...stateOf(sandbox, clock.now()),
        order: orders.get(partnerReference),
        hasFaults: sandbox.waiting.length > 0,
      }
    },
    async balance(account) {
      const { sandbox } = keptOf(account)
      const state = stateOf(sandbox, clock.now())
      return { ...state, ...moneyAt(sandbox, state.now) }
    },
    async countAttempt(account, subject) {
      const { attempts } = opened(account)
      const count = (attempts.get(subject) ?? 0) + 1
      attempts.set(subject, count)
      return count
    },
    next: {
      read: async (account) => keptOf(account).sandbox.waiting,
      async put(account, fault) {
        change(account, (before) => ({ ...before, waiting: withWaiting(before.waiting, fault) }))
      },
      async take(account, operation) {
        const { due, left } = countedDown(keptOf(account).sandbox.waiting, operation)
        change(account, (before) => ({ ...before, waiting: left }))
        return due
      },
      async withdraw(account) {
        const { waiting } = keptOf(account).sandbox
        change(account, (before) => ({ ...before, waiting: [] }))
        return waiting
      },
    },
    sandboxes: async (most) => [...keys.keys()].toReversed().slice(0, most),
    async orders(account, most) {
      const { orders } = keptOf(account)
      return { count: orders.size, latest: [...orders.values()].toReversed().slice(0, most) }
    },
    async adjust(account, adjustment) {
      change(account, (before) => adjusted(before, adjustment))
    },
    async changeTime(account, asked) {
      const after = change(account, (before) => ({
        ...before,
        anchor: changedAnchor(before.anchor, clock.now(), asked),
      }))
      return stateOf(after, clock.now())
    },
    async reset({ sandbox }) {
      keys.delete(sandbox)
    },
    timeOf(sandbox) {
      const kept = keptOf({ sandbox, openingBalance: 0 })
      const { isRevoked: _, ...time } = stateOf(kept.sandbox, clock.now())
      return time
    },
    isReady: async () => true,
    close: async () => {},
  }
}
