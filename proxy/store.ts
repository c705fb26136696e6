import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Fault } from '../contract/wire/fault.ts'
import {
  countedDown,
  type WaitingFault,
  waitingIn,
  waitingText,
  withWaiting,
} from '../contract/wire/ordered-fault.ts'
import { gathered, IN_TWO_TURNS } from '../mock-server/store/gathered.ts'
import { cantKeep, openDatabase } from '../mock-server/store/sqlite/open-database.ts'
import { prepared, type Transaction, transactions } from '../mock-server/store/sqlite/statements.ts'
import { StoreError } from '../mock-server/store/store.ts'
import { reachesTarget, type Strike, strikeOf } from './faults.ts'
import { type OrderRow, packed, SCHEMA, STATEMENTS, unpacked } from './store-file.ts'

/** A request about an order, before it is passed on. */
export type OrderCall = {
  readonly seq: number
  /** The digest of the client's key. */
  readonly key: string
  readonly operation: Fault['on']
  readonly reference: string
  /** Of a purchase. */
  readonly sku: string | null
  /** Milliseconds of the recording. */
  readonly arrivedMs: number
  /** The fault that a script has for the nth such request about this reference. */
  readonly scripted: (sku: string | null, nth: number) => Strike | undefined
  readonly maxPurchases: number
}

/** Whether a request about an order may be passed on, and what happens to it. */
export type Admission = {
  readonly refused: 'reference-of-another-key' | 'no-purchases-left' | null
  readonly strike: Strike | undefined
  /** The card of the order; null where no purchase named one yet. */
  readonly sku: string | null
  /** Whether the reference was never passed on before. */
  readonly isNew: boolean
}

/** A purchase that was passed on. */
export type Intent = Pick<OrderCall, 'seq' | 'key' | 'reference' | 'arrivedMs'> & { readonly sku: string }

/**
 * All that must survive the end of a proxy: who owns which reference, what was passed on, and the counters of faults. The
 * requests of two turns of the event loop are one transaction, which notes what was bought by earlier ones, too.
 */
export class ProxyStore {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #onFailure: (failure: StoreError) => void
  readonly #statements: Readonly<Record<keyof typeof STATEMENTS, StatementSync>>
  readonly #whole: Transaction
  /** Whether exchanges are kept in a file. */
  readonly isFile: boolean
  /** When the recording began, in milliseconds since the Unix epoch. */
  readonly beganAt: number
  /** Why nothing can be written any more, and so nothing may be passed on; null as long as it can. */
  failure: StoreError | null = null
  #spent = 0
  /** The faults that wait for each key, as the file has them: most requests need no look at it. */
  #waiting = new Map<string, readonly WaitingFault[]>()
  /** The references that the target has confirmed since something was written. */
  readonly #bought = new Set<string>()
  /** Those of them that a later purchase was confirmed for than the first: only they have to be looked up for a new one. */
  readonly #overtaken = new Set<string>()

  /**
   * Decides about a request, and commits what it decides before it resolves: only then may the request be passed on. Rejects
   * with the failure of the store, where that cannot be committed.
   */
  readonly admit: (call: OrderCall) => Promise<Admission>

  /**
   * @param file null for memory alone.
   * @param target what the file belongs to: it is refused for another.
   * @param onFailure called once, when something could not be written.
   * @throws {StoreError} for a file that cannot be used.
   */
  constructor(
    file: string | null,
    target: string,
    now: number,
    onFailure: (failure: StoreError) => void = () => {},
  ) {
    this.isFile = file !== null
    this.#file = file ?? 'memory'
    this.#onFailure = onFailure
    this.#database = openDatabase(file ?? ':memory:', SCHEMA)
    this.#statements = prepared(this.#database, STATEMENTS)
    this.#whole = transactions(this.#database)
    this.admit = gathered(
      async (calls) => this.#write(() => calls.map((call) => this.#admit(call))),
      IN_TWO_TURNS,
    )
    const about = (name: string, value: string) => {
      this.#statements.tell.run(name, value)
      return String(this.#statements.about.get(name)?.value)
    }
    this.beganAt = Number(about('began', String(now)))
    this.#recall()
    if (about('target', target) === target) return
    this.close()
    throw new StoreError(
      `The store ${file} belongs to another target, or another key of it. Nothing was passed on. Use another file.`,
    )
  }

  /** How many purchases were passed on. */
  get spent(): number {
    return this.#spent
  }

  /** The number of the next exchange. */
  get nextSeq(): number {
    return Number(this.#statements.lastSeq.get()?.n) + 1
  }

  /**
   * Notes that the target confirmed a purchase; returns whether it is the first time for its reference.
   *
   * @param isNew as it was admitted: nobody has bought by such a reference before, so the file is not asked.
   */
  confirm(given: string, isNew: boolean): boolean {
    const reference = given.toWellFormed()
    const isBefore = isNew
      ? this.#overtaken.has(reference)
      : this.#statements.isBought.get(folded(reference), reference)?.bought === 1
    if (isBefore || this.#bought.has(reference)) return false
    this.#bought.add(reference)
    if (!isNew) this.#overtaken.add(reference)
    return true
  }

  /** Purchases that were passed on, and whose exchange was never recorded. */
  unrecorded(): readonly Intent[] {
    // The columns of this and other statements are those of the schema.
    return this.#statements.unrecorded.all() as Intent[]
  }

  /** Orders a fault for a key, in the place of another one for the same request. */
  order(key: string, fault: WaitingFault): void {
    this.#write(() => this.#wait(key, withWaiting(this.waiting(key), fault)))
  }

  /** The faults that wait for a key, the next one first. */
  waiting(key: string): readonly WaitingFault[] {
    return this.#waiting.get(key) ?? []
  }

  /** Takes back all faults that wait for a key. */
  withdraw(key: string): void {
    this.#write(() => this.#wait(key, []))
  }

  /** Keeps exchanges that are complete and redacted; returns whether it could. */
  keep(exchanges: readonly Exchange[]): boolean {
    if (exchanges.length === 0 && this.#bought.size === 0) return true
    try {
      this.#write(() => {
        if (exchanges.length > 0) this.#statements.keep.run(packed(exchanges))
      })
    } catch {
      // It was reported, and is the failure of this store.
    }
    return this.failure === null
  }

  /** The exchanges that were kept, as they became complete. */
  *exchanges(): Generator<Exchange> {
    for (const { json } of this.#statements.exchanges.iterate()) yield* unpacked(String(json))
  }

  close(): void {
    this.keep([])
    this.#database.close()
  }

  #admit({ key, operation, maxPurchases, scripted, seq, arrivedMs, ...call }: OrderCall): Admission {
    const reference = call.reference.toWellFormed()
    const alike = folded(reference)
    const rows = this.#statements.alike.all(alike) as OrderRow[]
    const known = rows.find((row) => row.reference === reference)
    const isPurchase = operation === 'createOrder'
    const { purchases = 0, lookups = 0, sent = 0 } = known ?? {}
    const sku = call.sku ?? known?.sku ?? null
    const waiting = this.waiting(key)
    const { due, left } = countedDown(waiting, operation)
    const strike = due === undefined ? scripted(sku, (isPurchase ? purchases : lookups) + 1) : strikeOf(due)
    const isPaid = isPurchase && reachesTarget(strike)
    const admission = { refused: null, strike, sku, isNew: sent === 0 } as const
    if (rows.some((row) => row.key !== key)) return { ...admission, refused: 'reference-of-another-key' }
    if (isPaid && this.#spent >= maxPurchases) return { ...admission, refused: 'no-purchases-left' }
    if (waiting.length > 0) this.#wait(key, left)
    const counts = isPurchase ? [purchases + 1, lookups] : [purchases, lookups + 1]
    this.#statements.keepOrder.run(alike, reference, key, sku, ...counts, isPaid ? 1 : sent)
    if (isPaid) {
      this.#statements.intend.run(seq, key, call.reference, sku ?? '', arrivedMs)
      this.#spent += 1
    }
    return admission
  }

  #wait(key: string, waiting: readonly WaitingFault[]): void {
    const text = waitingText(waiting)
    if (text === null) this.#statements.noLonger.run(key)
    else this.#statements.wait.run(key, text)
    this.#waiting.set(key, waiting)
  }

  /** Writes something in one transaction with what was bought meanwhile. What cannot be written once is the last. */
  #write<Result>(work: () => Result): Result {
    if (this.failure !== null) throw this.failure
    try {
      const result = this.#whole(() => {
        for (const reference of this.#bought) this.#statements.buy.run(folded(reference), reference)
        return work()
      })
      this.#bought.clear()
      return result
    } catch (cause) {
      this.failure = cantKeep(this.#file, cause)
      this.#onFailure(this.failure)
      this.#recall()
      throw this.failure
    }
  }

  /** Reads what is in memory, too. */
  #recall(): void {
    this.#spent = Number(this.#statements.spent.get()?.n)
    const waiting = this.#statements.waiting.all() as { key: string; faults: string }[]
    this.#waiting = new Map(waiting.map(({ key, faults }) => [key, waitingIn(faults)]))
  }
}

/** What a service may take for the same text belongs to the same owner. */
function folded(reference: string): string {
  return reference.normalize('NFKC').toLowerCase().trim()
}
