import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Exchange, OrderEffect } from '../contract/wire/exchange.ts'
import type { Fault } from '../contract/wire/fault.ts'
import { countedDown, type WaitingFault } from '../contract/wire/ordered-fault.ts'
import { gathered, IN_TWO_TURNS } from '../mock-server/store/gathered.ts'
import { cantKeep, openDatabase } from '../mock-server/store/sqlite/open-database.ts'
import { prepared } from '../mock-server/store/sqlite/statements.ts'
import { StoreError } from '../mock-server/store/store.ts'
import { reachesTarget, type Strike, strikeOf } from './faults.ts'
import { rowReader, rowWriter, type Written } from './rows.ts'

/** What keeps a file of a proxy apart from others, and makes its tables: "PPKx" in ASCII, a file of the mock has another. */
const SCHEMA = {
  applicationId: 0x50_50_4b_78,
  version: 2,
  tables: `CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    -- A row is an array of what was written together: decisions, and exchanges that had become complete.
    CREATE TABLE log (batch INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT`,
}

const STATEMENTS = {
  /** Keeps what is told first. */
  about: 'INSERT INTO about VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name RETURNING value',
  write: 'INSERT INTO log (json) VALUES (?)',
  read: 'SELECT json FROM log ORDER BY batch',
} as const

/** How long a complete exchange may wait for others, to be written with them. */
const LONGEST_WAIT_MS = 100

/** A request about an order, before it is passed on. */
export type OrderCall = {
  readonly seq: number
  readonly key: string
  readonly operation: Fault['on']
  readonly reference: string
  readonly sku: string | null
  /** Milliseconds of the recording. */
  readonly arrivedMs: number
  /** The fault that a script has for the nth such request about this reference. */
  readonly scripted: (sku: string | null, nth: number) => Strike | undefined
  readonly maxPurchases: number
}

/** Such a request that may be passed on, with the card of its order, and whether it is a purchase that the target gets. */
export type Admitted = Omit<OrderCall, 'scripted' | 'maxPurchases'> & { readonly isBought: boolean }

type Decision = Admitted | { readonly key: string; readonly waiting: readonly WaitingFault[] }

export type Admission = {
  readonly refused: 'reference-of-another-key' | 'no-purchases-left' | null
  readonly strike: Strike | undefined
  /** The card of the order; null where no purchase named one yet. */
  readonly sku: string | null
  /** Whether the reference was never passed on before. */
  readonly isNew: boolean
}

type KnownOrder = Record<Fault['on'], number> & { sku: string | null; isNew: boolean; isConfirmed: boolean }

/**
 * All that must survive the end of a proxy: who owns which reference, what was passed on, and the counters of faults. A file
 * has the decisions in their order: made again, they lead to the same. Those of two turns of the event loop are one commit.
 */
export class ProxyStore {
  readonly #database: DatabaseSync
  readonly #onFailure: (failure: StoreError) => void
  readonly #statements: Readonly<Record<keyof typeof STATEMENTS, StatementSync>>
  readonly #orders = new Map<string, KnownOrder>()
  /** The key that owns a reference, and all that a service may take for the same. */
  readonly #owners = new Map<string, string>()
  readonly #waiting = new Map<string, readonly WaitingFault[]>()
  readonly file: string | null
  /** When the recording began, in milliseconds since the Unix epoch. */
  readonly beganAt: number
  /** Of the exchanges of this process. */
  readonly firstSeq: number = 0
  /** Purchases that an earlier process passed on, and whose exchange it never recorded. */
  readonly unrecorded: readonly Admitted[]
  readonly unwritten: Exchange[] = []
  #timer: NodeJS.Timeout | undefined
  spent: number
  /** Why nothing can be written any more, and so nothing may be passed on; null as long as it can. */
  failure: StoreError | null = null

  /**
   * Decides about a request, and commits what it decides before it resolves: only then may the request be passed on. Rejects
   * with the failure of the store, where that cannot be committed.
   */
  readonly admit = gathered<OrderCall, Admission>(async (calls) => {
    const admitted: Admitted[] = []
    const admissions = calls.map((call) => this.#admit(call, admitted))
    this.#write(admitted)
    this.spent += purchasesIn(admitted)
    return admissions
  }, IN_TWO_TURNS)

  /**
   * @param file null where all is kept in memory alone.
   * @param target what the file belongs to: it is refused for another.
   * @throws {StoreError} for a file that cannot be used.
   */
  constructor(
    file: string | null,
    target: string,
    now: number,
    onFailure: (failure: StoreError) => void = () => {},
  ) {
    this.file = file
    this.#onFailure = onFailure
    this.#database = openDatabase(file ?? ':memory:', SCHEMA)
    this.#statements = prepared(this.#database, STATEMENTS)
    const about = (name: string, value: string) => String(this.#statements.about.get(name, value)?.value)
    this.beganAt = Number(about('began', String(now)))
    if (about('target', target) !== target) {
      this.close()
      throw new StoreError(
        `The store ${file} belongs to another target, or another key of it. Nothing was passed on. Use another file.`,
      )
    }
    const effects = new Map<number, OrderEffect | undefined>()
    const bought: Admitted[] = []
    for (const line of this.#read()) {
      if ('seq' in line) this.firstSeq = Math.max(this.firstSeq, line.seq + 1)
      if ('request' in line) effects.set(line.seq, line.order?.effect)
      else this.#apply(line)
      if ('isBought' in line && line.isBought) bought.push(line)
    }
    this.spent = bought.length
    this.unrecorded = bought.filter(({ seq }) => !effects.has(seq))
    for (const { seq, reference } of bought)
      if (['recorded', 'replayed'].includes(effects.get(seq) ?? '')) this.confirm(reference)
  }

  /** Notes that the target confirmed a purchase; returns whether it is the first time for its reference. */
  confirm(reference: string): boolean {
    const order = this.#orderOf(reference.toWellFormed())
    const isFirst = !order.isConfirmed
    order.isConfirmed = true
    return isFirst
  }

  waiting(key: string): readonly WaitingFault[] {
    return this.#waiting.get(key) ?? []
  }

  wait(key: string, waiting: readonly WaitingFault[]): void {
    this.#write([{ key, waiting }])
    this.#waiting.set(key, waiting)
  }

  /** Keeps an exchange that is complete and redacted. What can't be written stays in memory. */
  keep(exchange: Exchange): void {
    this.unwritten.push(exchange)
    this.#timer ??= setTimeout(() => this.flush(), LONGEST_WAIT_MS)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      this.#write(this.unwritten.map(rowWriter()))
      this.unwritten.length = 0
    } catch {
      // It was reported, and is the failure of this store.
    }
  }

  exchanges(): readonly Exchange[] {
    return [...this.#read().filter((line) => 'request' in line), ...this.unwritten]
  }

  close(): void {
    this.flush()
    this.#database.close()
  }

  #admit({ scripted, maxPurchases, ...call }: OrderCall, admitted: Admitted[]): Admission {
    const { key, operation } = call
    const reference = call.reference.toWellFormed()
    const order = this.#orderOf(reference)
    const sku = call.sku ?? order.sku
    const { due } = countedDown(this.waiting(key), operation)
    const strike = due === undefined ? scripted(sku, order[operation] + 1) : strikeOf(due)
    const one = { ...call, reference, sku, isBought: operation === 'createOrder' && reachesTarget(strike) }
    const admission = { refused: null, strike, sku, isNew: order.isNew } as const
    if ((this.#owners.get(folded(reference)) ?? key) !== key)
      return { ...admission, refused: 'reference-of-another-key' }
    if (one.isBought && this.spent + purchasesIn(admitted) >= maxPurchases)
      return { ...admission, refused: 'no-purchases-left' }
    admitted.push(one)
    this.#apply(one)
    return admission
  }

  #apply(decision: Decision): void {
    const { key } = decision
    if ('waiting' in decision) return void this.#waiting.set(key, decision.waiting)
    const { operation, reference, sku } = decision
    this.#waiting.set(key, countedDown(this.waiting(key), operation).left)
    const order = this.#orderOf(reference)
    order[operation] += 1
    order.sku = sku
    order.isNew &&= !decision.isBought
    this.#orders.set(reference, order)
    this.#owners.set(folded(reference), key)
  }

  #orderOf(reference: string): KnownOrder {
    const known = this.#orders.get(reference)
    return known ?? { createOrder: 0, lookupOrder: 0, sku: null, isNew: true, isConfirmed: false }
  }

  #read(): (Decision | Exchange)[] {
    return this.#statements.read.all().flatMap(({ json }) => {
      const lines: (Decision | Written)[] = JSON.parse(String(json))
      const whole = rowReader()
      return lines.map((line) => ('request' in line ? whole(line) : line))
    })
  }

  /**
   * Writes one row. Decisions do not wait for exchanges, which are longer: a purchase waits for its decision. What cannot be
   * written once is the last.
   */
  #write(lines: readonly (Decision | Written)[]): void {
    if (this.failure !== null) throw this.failure
    // What memory alone keeps is never read back.
    if (this.file === null || lines.length === 0) return
    try {
      this.#statements.write.run(JSON.stringify(lines))
    } catch (cause) {
      this.failure = cantKeep(this.file, cause)
      this.#onFailure(this.failure)
      throw this.failure
    }
  }
}

function purchasesIn(admitted: readonly Admitted[]): number {
  return admitted.filter(({ isBought }) => isBought).length
}

/** What a service may take for the same text belongs to the same owner. */
function folded(reference: string): string {
  return reference.normalize('NFKC').toLowerCase().trim()
}
