import { DatabaseSync } from 'node:sqlite'
import { type Exchange, exchangeSchema } from '../contract/wire/exchange.ts'
import {
  countedDown,
  type WaitingFault,
  waitingIn,
  waitingText,
  withWaiting,
} from '../contract/wire/waiting-fault.ts'
import { type OrderOperation, reachesTarget, type Strike, strikeOf } from './faults.ts'
import { ProxySetupError } from './setup-error.ts'

/** A request about an order, before it is passed on. */
export type OrderCall = {
  readonly seq: number
  /** The digest of the client's key. */
  readonly key: string
  readonly operation: OrderOperation
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
export type Admission =
  | { readonly refused: 'reference-of-another' | 'no-purchases-left' }
  | {
      readonly refused: null
      readonly strike: Strike | undefined
      /** The card of the order; null where no purchase named one yet. */
      readonly sku: string | null
      /** Whether the reference was never passed on before. */
      readonly isNew: boolean
    }

/** A purchase that was passed on; without a status its outcome is unknown. */
export type Intent = {
  readonly seq: number
  readonly key: string
  readonly reference: string
  readonly sku: string
  readonly arrivedMs: number
  readonly status: number | null
}

const SCHEMA = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE orders (
    reference TEXT PRIMARY KEY, folded TEXT NOT NULL, key TEXT NOT NULL, sku TEXT, purchases INTEGER NOT NULL, lookups INTEGER NOT NULL,
    sent INTEGER NOT NULL, bought INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX orders_folded ON orders (folded);
  CREATE TABLE intents (
    seq INTEGER PRIMARY KEY, key TEXT NOT NULL, reference TEXT NOT NULL, sku TEXT NOT NULL, arrived_ms REAL NOT NULL,
    status INTEGER
  ) STRICT;
  CREATE TABLE waiting (key TEXT PRIMARY KEY, faults TEXT NOT NULL) STRICT;
  CREATE TABLE exchanges (seq INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;`

/** 'PPKx' in ASCII: a file of the mock has another. */
const APPLICATION_ID = 0x50504b78
/** How long to wait for a process that is just ending. */
const PATIENCE_MS = 2_000

type Row = {
  reference: string
  key: string
  sku: string | null
  purchases: number
  lookups: number
  sent: number
  bought: number
}

/** All that must survive the end of a proxy: who owns which reference, what was passed on, and the counters of faults. */
export class ProxyStore {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  /** Whether exchanges are kept in a file. */
  readonly isFile: boolean
  /** When the recording began, in milliseconds since the Unix epoch. */
  readonly beganAt: number
  #spent: number
  /** The faults that wait for each key, as the file has them: most requests need no look at it. */
  readonly #waiting: Map<string, readonly WaitingFault[]>

  /**
   * @param file null for memory alone.
   * @param target what the file belongs to: it is refused for another.
   * @throws {ProxySetupError} for a file that cannot be used.
   */
  constructor(file: string | null, target: string, now: number) {
    this.isFile = file !== null
    this.#database = opened(file)
    try {
      const about = (name: string, value: string) => {
        this.#run('INSERT OR IGNORE INTO about VALUES (?, ?)', name, value)
        return String(this.#get<{ value: string }>('SELECT value FROM about WHERE name = ?', name)?.value)
      }
      this.beganAt = Number(about('began', String(now)))
      if (about('target', target) !== target)
        throw new ProxySetupError(
          `The store ${file} belongs to another target, or another key of it. Nothing was passed on. Use another file.`,
        )
      this.#spent = this.#count('SELECT count(*) AS n FROM intents')
      const waiting = this.#all<{ key: string; faults: string }>('SELECT * FROM waiting')
      this.#waiting = new Map(waiting.map(({ key, faults }) => [key, waitingIn(faults)]))
    } catch (cause) {
      this.#database.close()
      throw cause instanceof ProxySetupError
        ? cause
        : new ProxySetupError(`Can't use the store ${file}: ${(cause as Error).message}`, { cause })
    }
  }

  /** How many purchases were passed on. */
  get spent(): number {
    return this.#spent
  }

  /** The number of the next exchange. */
  get nextSeq(): number {
    const last = (table: string) => this.#count(`SELECT coalesce(max(seq), -1) AS n FROM ${table}`)
    return Math.max(last('exchanges'), last('intents')) + 1
  }

  /** Decides about a request, and commits what it decides before it returns: only then may the request be passed on. */
  admit(call: OrderCall): Admission {
    const { key, operation, maxPurchases } = call
    const reference = call.reference.toWellFormed()
    const alike = folded(reference)
    const waiting = this.waiting(key)
    const { due, left } = countedDown(waiting, operation)
    const admission = this.#whole((): Admission => {
      const rows = this.#all<Row>('SELECT * FROM orders WHERE folded = ?', alike)
      if (rows.some((row) => row.key !== key)) return { refused: 'reference-of-another' }
      const known = rows.find((row) => row.reference === reference)
      const isPurchase = operation === 'createOrder'
      const { purchases = 0, lookups = 0, sent = 0 } = known ?? {}
      const sku = call.sku ?? known?.sku ?? null
      const strike =
        due !== undefined ? strikeOf(due) : call.scripted(sku, (isPurchase ? purchases : lookups) + 1)
      const isPaid = isPurchase && reachesTarget(strike)
      if (isPaid && this.#spent >= maxPurchases) return { refused: 'no-purchases-left' }
      if (waiting.length > 0) this.#keepWaiting(key, left)
      const counts = isPurchase ? [purchases + 1, lookups] : [purchases, lookups + 1]
      this.#run(
        'INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET sku = excluded.sku, purchases = excluded.purchases, lookups = excluded.lookups, sent = excluded.sent',
        ...[reference, alike, key, sku, ...counts, isPaid ? 1 : sent],
      )
      if (isPaid) {
        this.#run(
          'INSERT INTO intents VALUES (?, ?, ?, ?, ?, NULL)',
          call.seq,
          key,
          call.reference,
          sku ?? '',
          call.arrivedMs,
        )
        this.#spent += 1
      }
      return { refused: null, strike, sku, isNew: sent === 0 }
    })
    if (admission.refused === null && waiting.length > 0) this.#waiting.set(key, left)
    return admission
  }

  /** Notes what the target answered to a purchase; returns whether it is the first that it confirmed of its reference. */
  answered(seq: number, reference: string, status: number): boolean {
    return this.#whole(() => {
      this.#run('UPDATE intents SET status = ? WHERE seq = ?', status, seq)
      if (status < 200 || status > 299) return false
      const bought = 'UPDATE orders SET bought = 1 WHERE reference = ? AND bought = 0'
      return this.#run(bought, reference.toWellFormed()) === 1
    })
  }

  /** All purchases that were passed on, in their order. */
  intents(): readonly Intent[] {
    return this.#all<Intent>(
      'SELECT seq, key, reference, sku, arrived_ms AS arrivedMs, status FROM intents ORDER BY seq',
    )
  }

  /** Purchases that were passed on, and whose exchange was never recorded. */
  unrecorded(): readonly Intent[] {
    return this.intents().filter(
      ({ seq }) => this.#get('SELECT seq FROM exchanges WHERE seq = ?', seq) === undefined,
    )
  }

  /** Orders a fault for a key, in the place of another one for the same request. */
  order(key: string, fault: WaitingFault): void {
    this.#setWaiting(key, withWaiting(this.waiting(key), fault))
  }

  /** The faults that wait for a key, the next one first. */
  waiting(key: string): readonly WaitingFault[] {
    return this.#waiting.get(key) ?? []
  }

  /** Takes back all faults that wait for a key. */
  withdraw(key: string): void {
    this.#setWaiting(key, [])
  }

  /** Keeps exchanges that are complete and redacted. */
  keep(exchanges: readonly Exchange[]): void {
    if (exchanges.length === 0) return
    this.#whole(() => {
      for (const exchange of exchanges)
        this.#run('INSERT OR REPLACE INTO exchanges VALUES (?, ?)', exchange.seq, JSON.stringify(exchange))
    })
  }

  /** The exchanges that were kept, in their order. */
  *exchanges(): Generator<Exchange> {
    const rows = this.#statement('SELECT json FROM exchanges ORDER BY seq').iterate()
    for (const { json } of rows) yield exchangeSchema.parse(JSON.parse(String(json)))
  }

  close(): void {
    this.#database.close()
  }

  #setWaiting(key: string, waiting: readonly WaitingFault[]): void {
    this.#keepWaiting(key, waiting)
    this.#waiting.set(key, waiting)
  }

  #keepWaiting(key: string, waiting: readonly WaitingFault[]): void {
    const text = waitingText(waiting)
    if (text === null) this.#run('DELETE FROM waiting WHERE key = ?', key)
    else this.#run('INSERT OR REPLACE INTO waiting VALUES (?, ?)', key, text)
  }

  #whole<Result>(work: () => Result): Result {
    this.#run('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#run('COMMIT')
      return result
    } catch (cause) {
      if (this.#database.isTransaction) this.#run('ROLLBACK')
      throw cause
    }
  }

  #statement(sql: string) {
    const found = this.#prepared.get(sql) ?? this.#database.prepare(sql)
    this.#prepared.set(sql, found)
    return found
  }

  #run(sql: string, ...values: readonly (string | number | null | undefined)[]): number {
    return Number(this.#statement(sql).run(...values.map((value) => value ?? null)).changes)
  }

  #get<Found>(sql: string, ...values: readonly (string | number)[]): Found | undefined {
    // The columns are those of SCHEMA.
    return this.#statement(sql).get(...values) as Found | undefined
  }

  #all<Found>(sql: string, ...values: readonly string[]): readonly Found[] {
    return this.#statement(sql).all(...values) as Found[]
  }

  #count(sql: string): number {
    return this.#get<{ n: number }>(sql)?.n ?? 0
  }
}

/** What a service may take for the same text belongs to the same owner. */
function folded(reference: string): string {
  return reference.toWellFormed().normalize('NFKC').toLowerCase().trim()
}

function opened(file: string | null): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file ?? ':memory:', { timeout: PATIENCE_MS })
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    const [found] = database.prepare('PRAGMA application_id').all()
    const isNew = database.prepare('SELECT name FROM sqlite_schema LIMIT 1').get() === undefined
    if (!isNew && found?.application_id !== APPLICATION_ID)
      throw new Error('it is a database of another program, and nothing was changed. Use another file')
    // A commit survives the end of this process; a loss of power may take the last ones.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8192')
    if (isNew) database.exec(`BEGIN; PRAGMA application_id = ${APPLICATION_ID}; ${SCHEMA} COMMIT`)
    return database
  } catch (cause) {
    database?.close()
    throw new ProxySetupError(`Can't use the store ${file}: ${(cause as Error).message}.`, { cause })
  }
}
