import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Exchange, exchangeSchema } from '../contract/wire/exchange.ts'
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

/** What keeps a file of a proxy apart from others, and makes its tables: "PPKx" in ASCII, a file of the mock has another. */
const SCHEMA = {
  applicationId: 0x50_50_4b_78,
  migrations: [
    `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE orders (
    folded TEXT NOT NULL, reference TEXT NOT NULL, key TEXT NOT NULL, sku TEXT, purchases INTEGER NOT NULL,
    lookups INTEGER NOT NULL, sent INTEGER NOT NULL, PRIMARY KEY (folded, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE intents (
    nth INTEGER PRIMARY KEY, seq INTEGER NOT NULL, key TEXT NOT NULL, reference TEXT NOT NULL, sku TEXT NOT NULL,
    arrived_ms REAL NOT NULL
  ) STRICT;
  CREATE TABLE waiting (key TEXT PRIMARY KEY, faults TEXT NOT NULL) STRICT;
  CREATE TABLE exchanges (batch INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE VIEW recorded AS SELECT each.value ->> 'seq' AS seq, each.value ->> '$.order.effect' AS effect
    FROM exchanges, json_each(exchanges.json) AS each;
  `,
  ],
}

const STATEMENTS = {
  /** Keeps what is told first. */
  about: 'INSERT INTO about VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name RETURNING value',
  alike: 'SELECT * FROM orders WHERE folded = ?',
  keepOrder:
    'INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET sku = excluded.sku, purchases = excluded.purchases, lookups = excluded.lookups, sent = excluded.sent',
  intend: 'INSERT INTO intents (seq, key, reference, sku, arrived_ms) VALUES (?, ?, ?, ?, ?)',
  unrecorded:
    'SELECT seq, key, reference, sku, arrived_ms AS arrivedMs FROM intents WHERE seq NOT IN (SELECT seq FROM recorded) ORDER BY seq',
  confirmed:
    "SELECT DISTINCT reference FROM intents JOIN recorded USING (seq) WHERE effect IN ('recorded', 'replayed')",
  spent: 'SELECT coalesce(max(nth), 0) AS n FROM intents',
  nextSeq:
    'SELECT coalesce(max(seq) + 1, 0) AS n FROM (SELECT seq FROM recorded UNION ALL SELECT seq FROM intents)',
  waiting: 'SELECT faults FROM waiting WHERE key = ?',
  wait: 'INSERT OR REPLACE INTO waiting VALUES (?, ?)',
  keep: 'INSERT INTO exchanges (json) VALUES (?)',
  exchanges: 'SELECT json FROM exchanges ORDER BY batch',
} as const

type OrderRow = Readonly<
  Record<'reference' | 'key', string> & Record<'purchases' | 'lookups' | 'sent', number>
> & {
  readonly sku: string | null
}

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

export type Intent = Pick<OrderCall, 'seq' | 'key' | 'reference' | 'arrivedMs'> & { readonly sku: string }

/**
 * All that must survive the end of a proxy: who owns which reference, what was passed on, and the counters of faults. The
 * requests of two turns of the event loop are one transaction.
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
  /** The references that the target has confirmed: no more than purchases. */
  readonly #confirmed: Set<string>

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
    const about = (name: string, value: string) => String(this.#statements.about.get(name, value)?.value)
    this.beganAt = Number(about('began', String(now)))
    this.#confirmed = new Set(this.#statements.confirmed.all().map(({ reference }) => String(reference)))
    if (about('target', target) === target) return
    this.close()
    throw new StoreError(
      `The store ${file} belongs to another target, or another key of it. Nothing was passed on. Use another file.`,
    )
  }

  /** How many purchases were passed on. */
  get spent(): number {
    return Number(this.#statements.spent.get()?.n)
  }

  /** The number of the next exchange. */
  get nextSeq(): number {
    return Number(this.#statements.nextSeq.get()?.n)
  }

  /** Notes that the target confirmed a purchase; returns whether it is the first time for its reference. */
  confirm(given: string): boolean {
    const { size } = this.#confirmed
    return this.#confirmed.add(given.toWellFormed()).size > size
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
    return waitingIn(String(this.#statements.waiting.get(key)?.faults ?? '[]'))
  }

  /** Takes back all faults that wait for a key. */
  withdraw(key: string): void {
    this.#write(() => this.#wait(key, []))
  }

  /** Keeps exchanges that are complete and redacted; returns whether it could. */
  keep(exchanges: readonly Exchange[]): boolean {
    if (exchanges.length === 0) return true
    try {
      this.#write(() => this.#statements.keep.run(JSON.stringify(exchanges)))
    } catch {
      // It was reported, and is the failure of this store.
    }
    return this.failure === null
  }

  /** The exchanges that were kept, as they became complete. */
  exchanges(): readonly Exchange[] {
    return this.#statements.exchanges
      .all()
      .flatMap(({ json }) => exchangeSchema.array().parse(JSON.parse(String(json))))
  }

  close(): void {
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
    if (isPaid && this.spent >= maxPurchases) return { ...admission, refused: 'no-purchases-left' }
    if (waiting.length > 0) this.#wait(key, left)
    const counts = isPurchase ? [purchases + 1, lookups] : [purchases, lookups + 1]
    this.#statements.keepOrder.run(alike, reference, key, sku, ...counts, isPaid ? 1 : sent)
    if (isPaid) this.#statements.intend.run(seq, key, reference, sku ?? '', arrivedMs)
    return admission
  }

  #wait(key: string, waiting: readonly WaitingFault[]): void {
    this.#statements.wait.run(key, waitingText(waiting) ?? '[]')
  }

  /** Writes something in one transaction. What cannot be written once is the last. */
  #write<Result>(work: () => Result): Result {
    if (this.failure !== null) throw this.failure
    try {
      return this.#whole(work)
    } catch (cause) {
      this.failure = cantKeep(this.#file, cause)
      this.#onFailure(this.failure)
      throw this.failure
    }
  }
}

/** What a service may take for the same text belongs to the same owner. */
function folded(reference: string): string {
  return reference.normalize('NFKC').toLowerCase().trim()
}
