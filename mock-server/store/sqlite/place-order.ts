import type { Order } from '../order.ts'
import type { Account, Placement, Purchase, SandboxState } from '../store.ts'
import type { NextFaultRows } from './rows/next-fault-rows.ts'
import type { OrderRows } from './rows/order-rows.ts'
import { type SandboxRow, type SandboxRows, stateOf } from './rows/sandbox-rows.ts'

/** The rows that a purchase reads and writes. */
export type Rows = {
  readonly sandboxes: SandboxRows
  readonly orders: OrderRows
  readonly faults: NextFaultRows
}

/** A purchase, before it is decided. */
export type AskedPurchase = {
  readonly account: Account
  readonly purchase: Purchase
  /** Whether it has met its fault: then one that was ordered waits for the next. */
  readonly isFaultKnown: boolean
}

/**
 * Decides a purchase and records it, within a transaction that other purchases share: this process alone writes, and
 * does so synchronously.
 */
export function placeInTransaction(
  rows: Rows,
  { account, purchase, isFaultKnown }: AskedPurchase,
): SandboxState & { readonly placement: Placement } {
  const { sandboxes, orders, faults } = rows
  const known = bookedSandbox(rows, account, (work) => work())
  const fault = known === undefined || known.isRevoked || isFaultKnown ? undefined : faults.take(known.id)
  if (known !== undefined && fault !== undefined)
    return { ...stateOf(known), placement: { kind: 'ordered-fault', fault } }
  const refusal = known && withoutOrder(orders, known, purchase)
  if (known !== undefined && refusal !== undefined) return { ...stateOf(known), placement: refusal }
  const sandbox = known ?? sandboxes.open(account)
  const poor = shortOf(sandbox, purchase)
  if (poor !== undefined) return { ...stateOf(sandbox), placement: poor }
  const order: Order = { ...purchase, placedAt: sandbox.now }
  orders.record(sandbox, order)
  const isRevoked = sandbox.isRevoked || order.revokesKey === true
  return { ...stateOf({ ...sandbox, isRevoked }), placement: { kind: 'recorded', order } }
}

/** The current state of a sandbox, after everything that is due is booked. */
export function bookedSandbox(
  { sandboxes, orders }: Rows,
  account: Account,
  inTransaction: (work: () => void) => void,
): SandboxRow | undefined {
  const sandbox = sandboxes.find(account)
  if (sandbox === undefined || sandbox.nextReleaseAt === null || sandbox.nextReleaseAt > sandbox.now)
    return sandbox
  inTransaction(() => orders.book(sandbox))
  return sandboxes.find(account)
}

/** The outcome of a purchase that records no order; `undefined` where it must be recorded. */
function withoutOrder(orders: OrderRows, sandbox: SandboxRow, purchase: Purchase): Placement | undefined {
  if (sandbox.isRevoked) return { kind: 'revoked' }
  const order = orders.find(sandbox.id, purchase.partnerReference)
  if (order === undefined) return shortOf(sandbox, purchase)
  return { kind: order.sku === purchase.sku ? 'replayed' : 'conflict', order }
}

function shortOf({ available }: SandboxRow, { price }: Purchase): Placement | undefined {
  return available < price ? { kind: 'insufficient-balance', available } : undefined
}
