import { type Order, releasedAt } from './order.ts'
import type { Account, Placement, Store } from './store.ts'

type Release = { readonly at: number; readonly amount: number }

/** The orders of one world, by reference, and its money. */
class Ledger {
  readonly orders = new Map<string, Order>()
  readonly attempts = new Map<string, number>()
  isRevoked = false
  #available: number
  #releases: Release[] = []

  constructor(openingBalance: number) {
    this.#available = openingBalance
  }

  /** Time in a world never goes back, so that a release that is due can be booked for good. */
  availableAt(now: number): number {
    const due = this.#releases.filter((release) => release.at <= now)
    if (due.length > 0) {
      this.#releases = this.#releases.filter((release) => release.at > now)
      this.#available += due.reduce((sum, release) => sum + release.amount, 0)
    }
    return this.#available
  }

  record(order: Order): void {
    this.orders.set(order.partnerReference, order)
    this.#available -= order.price
    this.isRevoked ||= order.revokesKey === true
    const at = releasedAt(order)
    if (at !== null) this.#releases.push({ at, amount: order.price })
  }
}

/**
 * A store in the memory of this process: a Map by reference, and every decision made synchronously, so that no
 * two purchases can cross.
 */
export function memoryStore(): Store {
  const ledgers = new Map<string, Ledger>()
  const ledgerOf = ({ world, openingBalance }: Account): Ledger => {
    const known = ledgers.get(world)
    if (known !== undefined) return known
    const opened = new Ledger(openingBalance)
    ledgers.set(world, opened)
    return opened
  }
  return {
    placeOrder: async (account, order) => place(ledgerOf(account), order),
    findOrder: async (account, partnerReference) => ledgerOf(account).orders.get(partnerReference),
    balance: async (account, now) => ledgerOf(account).availableAt(now),
    countAttempt: async (account, subject) => countIn(ledgerOf(account).attempts, subject),
    isRevoked: async ({ world }) => ledgers.get(world)?.isRevoked ?? false,
    reset: async ({ world }) => void ledgers.delete(world),
  }
}

function place(ledger: Ledger, order: Order): Placement {
  const known = ledger.orders.get(order.partnerReference)
  if (known !== undefined) return { kind: known.sku === order.sku ? 'replayed' : 'conflict', order: known }
  const available = ledger.availableAt(order.placedAt)
  if (available < order.price) return { kind: 'insufficient-balance', available }
  ledger.record(order)
  return { kind: 'recorded', order }
}

function countIn(counts: Map<string, number>, subject: string): number {
  const count = (counts.get(subject) ?? 0) + 1
  counts.set(subject, count)
  return count
}
