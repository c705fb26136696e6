import type { JournalArchive } from '../journal/archive.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Order } from './order.ts'
import type { SandboxTime, TimeChange } from './sandbox-clock.ts'

/** The money and the orders of one key. */
export type Account = {
  /** What names it: the key, which a store writes down nowhere but in memory, and logs nowhere. */
  readonly sandbox: string
  /** In minor units, before any purchase. */
  readonly openingBalance: number
}

/** What a sandbox is like when an operation is done. Part of every answer, so that one round trip is enough. */
export type SandboxState = SandboxTime & {
  /** Whether an order that was recorded has revoked the key. */
  readonly isRevoked: boolean
}

/** A purchase as it is asked for: when it is placed, the store decides. */
export type Purchase = Omit<Order, 'placedAt'>

/** What became of a purchase: decided in one step, with its debit. */
export type Placement =
  | { readonly kind: 'recorded'; readonly order: Order }
  /** The identical body was sent before: nothing moves. */
  | { readonly kind: 'replayed'; readonly order: Order }
  /** The reference is known, with another SKU: nothing moves. */
  | { readonly kind: 'conflict'; readonly order: Order }
  /** Nothing moves, and the reference may be tried again. */
  | { readonly kind: 'insufficient-balance'; readonly available: number }
  /** The key was revoked before: nothing moves, whatever the reference stands for. */
  | { readonly kind: 'revoked' }

/**
 * Where orders, balances and the time of every sandbox are kept. Each operation is atomic, also among calls at the
 * same time, and throws or rejects with a {@link StoreUnavailableError} where the store can't be reached.
 */
export interface Store {
  /** Reads what a sandbox is like, and creates nothing. */
  enter(account: Account): MaybePromise<SandboxState>
  /** Decides replay, conflict, balance and debit in one step. The state is that after it. */
  placeOrder(
    account: Account,
    purchase: Purchase,
  ): MaybePromise<SandboxState & { readonly placement: Placement }>
  findOrder(
    account: Account,
    partnerReference: string,
  ): MaybePromise<SandboxState & { readonly order: Order | undefined }>
  /** Minor units: what was there, less what was debited, and what failed orders have given back by now. */
  balance(account: Account): MaybePromise<SandboxState & { readonly available: number }>
  /** Counts a request about something, and returns which one it is: the first is 1. */
  countAttempt(account: Account, subject: string): MaybePromise<number>
  changeTime(account: Account, change: TimeChange): Promise<SandboxState>
  /** Gives a sandbox back what it began with: no order, its whole balance, its key, and the time of the clock. */
  reset(account: Account): Promise<void>
  /**
   * Tells when a sandbox's time was changed, or a sandbox was reset, by whichever process; its name is that of the
   * account. A sandbox that this process never asked about may be left out.
   *
   * @returns what ends it.
   */
  onTimeChange(listener: (sandbox: string) => void): () => void
  /** Keeps what is complete of the journal beside the orders. Where there is none, a journal ends with its process. */
  readonly archive?: JournalArchive
  /** Whether the store can be reached. Never rejects. */
  isReady(): Promise<boolean>
  /** Lets go of what the store holds. A second call does nothing. */
  close(): Promise<void>
}

/** A store that can't be reached. Nothing was decided, or nobody knows what. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** A store that can't be opened as it was asked for: says which, what was found there, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
