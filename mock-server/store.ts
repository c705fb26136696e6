import type { Order } from './order.ts'

/** The money and the orders of one key. */
export type Account = {
  /** What names it in the store. */
  readonly world: string
  /** In minor units, before any purchase. */
  readonly openingBalance: number
}

/** What became of a purchase: decided in one step, with its debit. */
export type Placement =
  | { readonly kind: 'recorded'; readonly order: Order }
  /** The identical body was sent before: nothing moves. */
  | { readonly kind: 'replayed'; readonly order: Order }
  /** The reference is known, with another SKU: nothing moves. */
  | { readonly kind: 'conflict'; readonly order: Order }
  /** Nothing moves, and the reference may be tried again. */
  | { readonly kind: 'insufficient-balance'; readonly available: number }

/** Where orders and balances are kept. `placeOrder` is atomic, whoever else calls it at the same time. */
export interface Store {
  placeOrder(account: Account, order: Order): Promise<Placement>
  findOrder(account: Account, partnerReference: string): Promise<Order | undefined>
  /** Minor units: what was there, less what was debited, and what failed orders gave back until `now`. */
  balance(account: Account, now: number): Promise<number>
  /** Counts a request about something, and tells which one it is: the first is 1. */
  countAttempt(account: Account, subject: string): Promise<number>
  /** Whether an order that was recorded has revoked the key. */
  isRevoked(account: Account): Promise<boolean>
  /** Gives a world back what it began with: no order, its whole balance. */
  reset(account: Account): Promise<void>
}
