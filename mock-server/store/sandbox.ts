import type { WaitingFault } from '../../contract/wire/ordered-fault.ts'
import { type Order, releasedAt } from './order.ts'
import { type Anchor, sandboxTimeAt } from './sandbox-clock.ts'
import type { Adjustment, Money, Placement, Purchase, SandboxState } from './store.ts'

/** What every store keeps of a key besides its orders: plain data, replaced and never changed. */
export type Sandbox = {
  /** In minor units, as {@link Money}: `available` is without the `returns`. */
  readonly opening: number
  readonly toppedUp: number
  readonly bought: number
  readonly available: number
  /** What failed orders give back, and from which moment of the sandbox's time. */
  readonly returns: readonly { readonly at: number; readonly amount: number }[]
  readonly isRevoked: boolean
  readonly waiting: readonly WaitingFault[]
  readonly anchor: Anchor
}

/** A sandbox when something is first written in it. */
export function newSandbox(openingBalance: number, clockNow: number, speed: number): Sandbox {
  const anchor = { clockTime: clockNow, sandboxTime: clockNow, speed, isFrozen: false }
  return {
    opening: openingBalance,
    toppedUp: 0,
    bought: 0,
    available: openingBalance,
    returns: [],
    isRevoked: false,
    waiting: [],
    anchor,
  }
}

export function stateOf({ anchor, isRevoked }: Sandbox, clockNow: number): SandboxState {
  const { isFrozen, speed } = anchor
  return { now: sandboxTimeAt(anchor, clockNow), isFrozen, speed, isRevoked }
}

function availableAt({ available, returns }: Sandbox, now: number): number {
  return returns.reduce((sum, { at, amount }) => (at <= now ? sum + amount : sum), available)
}

export function moneyAt(sandbox: Sandbox, now: number): Money {
  const { opening, toppedUp, bought } = sandbox
  const available = availableAt(sandbox, now)
  return { opening, toppedUp, bought, returned: available - (opening + toppedUp - bought), available }
}

export function adjusted(sandbox: Sandbox, change: Adjustment): Sandbox {
  if ('credit' in change) {
    const { available, toppedUp } = sandbox
    return { ...sandbox, available: available + change.credit, toppedUp: toppedUp + change.credit }
  }
  return { ...sandbox, isRevoked: change.isRevoked }
}

/** What becomes of a purchase, and of its sandbox if it is recorded. */
type Decision =
  | { readonly placement: Extract<Placement, { kind: 'recorded' }>; readonly after: Sandbox }
  | { readonly placement: Placement; readonly after?: undefined }

/**
 * Decides a purchase: revoked key, ordered fault, replay, conflict, balance and debit, in this order.
 *
 * @param known the order with the same reference.
 * @param now the sandbox's time, in milliseconds.
 */
export function decided(
  sandbox: Sandbox,
  known: Order | undefined,
  purchase: Purchase,
  now: number,
  isFaultKnown: boolean,
): Decision {
  if (sandbox.isRevoked) return { placement: { kind: 'revoked' } }
  if (sandbox.waiting.length > 0 && !isFaultKnown) return { placement: { kind: 'faults-wait' } }
  if (known !== undefined)
    return { placement: { kind: known.sku === purchase.sku ? 'replayed' : 'conflict', order: known } }
  const available = availableAt(sandbox, now)
  if (available < purchase.price) return { placement: { kind: 'insufficient-balance', available } }
  const order: Order = { ...purchase, placedAt: now, balanceAfter: available - purchase.price }
  return { placement: { kind: 'recorded', order }, after: debited(sandbox, order) }
}

/** Returns that are due become part of `available`. */
function debited(sandbox: Sandbox, order: Order): Sandbox {
  const returns = sandbox.returns.filter(({ at }) => at > order.placedAt)
  const at = releasedAt(order)
  if (at !== null) returns.push({ at, amount: order.price })
  return {
    ...sandbox,
    available: order.balanceAfter,
    bought: sandbox.bought + order.price,
    returns,
    isRevoked: order.revokesKey === true,
  }
}
