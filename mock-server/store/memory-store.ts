import { type Clock, systemClock } from '../../contract/clock.ts'
import { type Order, releasedAt } from './order.ts'
import {
  type Anchor,
  changedAnchor,
  commonAnchor,
  type TimeChange,
  type WorldTime,
  worldTimeAt,
} from './sandbox-clock.ts'
import { steadyTime } from './steady-time.ts'
import type { Account, Placement, Purchase, Store, WorldState } from './store.ts'

/** What the time of a store's worlds goes by. */
export type WorldTimeOptions = {
  readonly clock?: Clock
  /** How fast the time of every world runs until it is set otherwise; 1 by default. */
  readonly speed?: number
}

/** A store whose worlds can tell their time at once. */
export type MemoryStore = Store & {
  timeOf(world: string): WorldTime
}

type Release = { readonly at: number; readonly amount: number }

/** The orders of one world, by reference, its money and its time. */
class World {
  readonly orders = new Map<string, Order>()
  readonly attempts = new Map<string, number>()
  isRevoked = false
  anchor: Anchor
  #available: number
  #releases: Release[] = []
  #nextRelease = Number.POSITIVE_INFINITY

  constructor(openingBalance: number, anchor: Anchor) {
    this.#available = openingBalance
    this.anchor = anchor
  }

  /** Time in a world never goes back, so that a release that is due can be booked for good. */
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
 * A store in the memory of this process: a Map by reference, and every decision made synchronously, so that no
 * two purchases can cross. What it is asked for about orders it tells at once.
 */
export function memoryStore({ clock = systemClock, speed = 1 }: WorldTimeOptions = {}): MemoryStore {
  const time = steadyTime(clock)
  const common = commonAnchor(time.now(), speed)
  const worlds = new Map<string, World>()
  const listeners = new Set<(world: string) => void>()
  const opened = ({ world, openingBalance }: Account): World => {
    const known = worlds.get(world)
    if (known !== undefined) return known
    const opening = new World(openingBalance, common)
    worlds.set(world, opening)
    return opening
  }
  const stateOf = (world: World | undefined): WorldState => {
    const anchor = world?.anchor ?? common
    const { isFrozen, speed } = anchor
    return { now: worldTimeAt(anchor, time.now()), isFrozen, speed, isRevoked: world?.isRevoked ?? false }
  }
  const tell = (world: string) => {
    for (const listener of listeners) listener(world)
  }
  return {
    enter: ({ world }) => stateOf(worlds.get(world)),
    placeOrder(account, purchase) {
      const world = opened(account)
      const { now, isFrozen, speed } = stateOf(world)
      const placement = place(world, purchase, now)
      return { now, isFrozen, speed, isRevoked: world.isRevoked, placement }
    },
    findOrder({ world }, partnerReference) {
      const known = worlds.get(world)
      return { ...stateOf(known), order: known?.orders.get(partnerReference) }
    },
    balance({ world, openingBalance }) {
      const known = worlds.get(world)
      const state = stateOf(known)
      return { ...state, available: known?.availableAt(state.now) ?? openingBalance }
    },
    countAttempt: (account, subject) => countIn(opened(account).attempts, subject),
    async changeTime(account, change: TimeChange) {
      const world = opened(account)
      world.anchor = changedAnchor(world.anchor, time.now(), change)
      tell(account.world)
      return stateOf(world)
    },
    async reset({ world }) {
      worlds.delete(world)
      tell(world)
    },
    onTimeChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    timeOf(world) {
      const { now, isFrozen, speed } = stateOf(worlds.get(world))
      return { now, isFrozen, speed }
    },
    isReady: async () => true,
    close: async () => {},
  }
}

function place(world: World, purchase: Purchase, now: number): Placement {
  if (world.isRevoked) return { kind: 'revoked' }
  const known = world.orders.get(purchase.partnerReference)
  if (known !== undefined) return { kind: known.sku === purchase.sku ? 'replayed' : 'conflict', order: known }
  const available = world.availableAt(now)
  if (available < purchase.price) return { kind: 'insufficient-balance', available }
  const order: Order = { ...purchase, placedAt: now }
  world.record(order)
  return { kind: 'recorded', order }
}

function countIn(counts: Map<string, number>, subject: string): number {
  const count = (counts.get(subject) ?? 0) + 1
  counts.set(subject, count)
  return count
}
