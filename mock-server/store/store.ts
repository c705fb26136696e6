import type { OrderedFault, WaitingFault } from '../../contract/wire/ordered-fault.ts'
import type { Order } from './order.ts'
import type { SandboxTime, TimeChange } from './sandbox-clock.ts'

/** The money and the orders of one key. */
export type Account = {
  /** Its key, which a store keeps only in memory, and never logs. */
  readonly sandbox: string
  /** In minor units, before any purchase. */
  readonly openingBalance: number
}

/** The state of a sandbox after an operation. Every answer includes it, which saves a round trip. */
export type SandboxState = SandboxTime & {
  /** Whether an order that was recorded has revoked the key. */
  readonly isRevoked: boolean
}

/** A purchase as it is asked for. The store adds when it was placed, and the balance after it. */
export type Purchase = Omit<Order, 'placedAt' | 'balanceAfter'>

/** The money of a key, in minor units: opening + topped up − bought + returned = available. */
export type Money = {
  readonly opening: number
  readonly toppedUp: number
  /** Everything that was debited. */
  readonly bought: number
  /** What failed orders have given back by now. */
  readonly returned: number
  readonly available: number
}

/** The outcome of a purchase: decided in one step, with its debit. */
export type Placement =
  | { readonly kind: 'recorded'; readonly order: Order }
  /** The identical body was sent before: nothing changes. */
  | { readonly kind: 'replayed'; readonly order: Order }
  /** The reference is known, with another SKU: nothing changes. */
  | { readonly kind: 'conflict'; readonly order: Order }
  /** Nothing changes, and the reference may be tried again. */
  | { readonly kind: 'insufficient-balance'; readonly available: number }
  /** The key was revoked before: nothing changes, under any reference. */
  | { readonly kind: 'revoked' }
  /** Ordered faults wait, and may strike this purchase: nothing changes. */
  | { readonly kind: 'faults-wait' }

/** The orders of a sandbox. */
export type OrderList = {
  readonly count: number
  /** The latest, the latest first. */
  readonly latest: readonly Order[]
}

/** What an operator does to an account: gives it money, in minor units, or revokes or restores its key. */
export type Adjustment = { readonly credit: number } | { readonly isRevoked: boolean }

/** The faults that were ordered for later purchases and lookups. A reset removes them. */
export type NextFaults = {
  /** Those that wait, the next one first. */
  read(account: Account): Promise<readonly WaitingFault[]>
  /** Orders a fault, which replaces one for the same request. */
  put(account: Account, fault: WaitingFault): Promise<void>
  /** Counts a request, and returns the fault that strikes it. Of simultaneous calls, one gets it. */
  take(account: Account, operation: WaitingFault['operation']): Promise<OrderedFault | undefined>
  /** Removes all that wait, and returns them. */
  withdraw(account: Account): Promise<readonly WaitingFault[]>
}

/**
 * Where orders, balances and the time of every sandbox are kept. Each operation is atomic, also among calls at the
 * same time, and rejects with a {@link StoreUnavailableError} where the store can't be reached.
 */
export interface Store {
  /** Reads the state of a sandbox, and creates nothing. */
  enter(account: Account): Promise<SandboxState>
  /**
   * Decides replay, conflict, balance and debit in one step. The state is that after it.
   *
   * @param isFaultKnown whether `next.take` has counted this purchase: then waiting faults don't hold it back.
   */
  placeOrder(
    account: Account,
    purchase: Purchase,
    isFaultKnown?: boolean,
  ): Promise<SandboxState & { readonly placement: Placement }>
  /** Also says whether faults wait for requests of this key. */
  findOrder(
    account: Account,
    partnerReference: string,
  ): Promise<SandboxState & { readonly order: Order | undefined; readonly hasFaults: boolean }>
  balance(account: Account): Promise<SandboxState & Money>
  /** Counts the attempts at something. @returns 1 for the first. */
  countAttempt(account: Account, subject: string): Promise<number>
  readonly next: NextFaults
  /** The names of sandboxes that something was written in: keys, or the digests of keys. At most `most`. */
  sandboxes(most: number): Promise<readonly string[]>
  orders(account: Account, most: number): Promise<OrderList>
  adjust(account: Account, change: Adjustment): Promise<void>
  changeTime(account: Account, change: TimeChange): Promise<SandboxState>
  /** Resets a sandbox: no order, its whole balance, a valid key, and the time of the clock. */
  reset(account: Account): Promise<void>
  /**
   * Where sandboxes outlive this process: a short name for a key, which does not reveal the key and is the same in every
   * process. It is the id of a guest in the journal.
   */
  readonly digestOf?: (key: string) => string
  /** Whether other processes may use it, too: they change the time of a sandbox without notice. */
  readonly isShared?: boolean
  /** Whether the store can be reached. Never rejects. */
  isReady(): Promise<boolean>
  /** Releases the resources of the store. A second call does nothing. */
  close(): Promise<void>
}

/** A store that can't be reached. What was asked may or may not have happened. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** A store that can't be opened. The message says which, what was found there, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

const BY_DIGEST = /^sha256:([0-9a-f]{64})$/

/** The name of a sandbox whose key this process does not know, by the SHA-256 of the key in hexadecimal digits. */
export function nameByDigest(digest: string): string {
  return `sha256:${digest}`
}

/** The digest in such a name; `undefined` for a key. */
export function digestInName(sandbox: string): string | undefined {
  return BY_DIGEST.exec(sandbox)?.[1]
}
