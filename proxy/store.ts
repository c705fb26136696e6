import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Fault } from '../contract/wire/fault.ts'
import { countedDown, type WaitingFault } from '../contract/wire/ordered-fault.ts'
import { gathered, IN_TWO_TURNS } from '../mock-server/store/gathered.ts'
import { cantKeep, openDatabase } from '../mock-server/store/sqlite/open-database.ts'
import { prepared } from '../mock-server/store/sqlite/statements.ts'
import { StoreError } from '../mock-server/store/store.ts'
import { reachesTarget, type Strike, strikeOf } from './faults.ts'

/** What keeps a file of a proxy apart from others, and makes its tables: "PPKx" in ASCII, a file of the mock has another. */
const SCHEMA = {
  applicationId: 0x50_50_4b_78,
  migrations: [
    `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  -- A row has what was written together, as an array.
  CREATE TABLE decisions (batch INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE TABLE exchanges (batch INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  `,
  ],
}

const STATEMENTS = {
  /** Keeps what is told first. */
  about: 'INSERT INTO about VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name RETURNING value',
  decide: 'INSERT INTO decisions (json) VALUES (?)',
  decisions: 'SELECT json FROM decisions ORDER BY batch',
  keep: 'INSERT INTO exchanges (json) VALUES (?)',
  exchanges: 'SELECT json FROM exchanges ORDER BY batch',
} as const

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

/** Such a request that may be passed on, with the card of its order, and whether it is a purchase that the target gets. */
export type Admitted = Omit<OrderCall, 'scripted' | 'maxPurchases'> & { readonly isBought: boolean }

type Decision = Admitted | { readonly key: string; readonly waiting: readonly WaitingFault[] }

/** Whether a request about an order may be passed on, and what happens to it. */
export type Admission = {
  readonly refused: 'reference-of-another-key' | 'no-purchases-left' | null
  readonly strike: Strike | undefined
  /** The card of the order; null where no purchase named one yet. */
  readonly sku: string | null
  /** Whether the reference was never passed on before. */
  readonly isNew: boolean
}

/** How many requests were about a reference, and what is known of its order. */
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
  /** Null where all is kept in memory alone. */
  readonly file: string | null
  /** When the recording began, in milliseconds since the Unix epoch. */
  readonly beganAt: number
  /** The number of the first exchange of this process. */
  readonly firstSeq: number
  /** Purchases that an earlier process passed on, and whose exchange it never recorded. */
  readonly unrecorded: readonly Admitted[]
  /** How many purchases were passed on. */
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
    this.#write('decide', admitted)
    this.spent += admitted.filter(isBought).length
    return admissions
  }, IN_TWO_TURNS)

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
    const decisions = this.#read<Decision>('decisions')
    for (const decision of decisions) this.#apply(decision)
    const effects = new Map(this.exchanges().map(({ seq, order }) => [seq, order?.effect]))
    const admitted = decisions.filter((one) => 'seq' in one)
    const bought = admitted.filter(isBought)
    for (const { seq, reference } of bought)
      if (['recorded', 'replayed'].includes(effects.get(seq) ?? '')) this.confirm(reference)
    this.spent = bought.length
    this.unrecorded = bought.filter(({ seq }) => !effects.has(seq))
    const numbers = [...effects.keys(), ...admitted.map(({ seq }) => seq)]
    this.firstSeq = numbers.reduce((most, seq) => Math.max(most, seq), -1) + 1
  }

  /** Notes that the target confirmed a purchase; returns whether it is the first time for its reference. */
  confirm(reference: string): boolean {
    const order = this.#orderOf(reference.toWellFormed())
    const isFirst = !order.isConfirmed
    order.isConfirmed = true
    return isFirst
  }

  /** The faults that wait for a key, the next one first. */
  waiting(key: string): readonly WaitingFault[] {
    return this.#waiting.get(key) ?? []
  }

  /** Has these wait for a key, in the place of all others. */
  wait(key: string, waiting: readonly WaitingFault[]): void {
    this.#write('decide', [{ key, waiting }])
    this.#waiting.set(key, waiting)
  }

  /** Keeps exchanges that are complete and redacted; returns whether it could. */
  keep(exchanges: readonly Exchange[]): boolean {
    try {
      this.#write('keep', exchanges)
    } catch {
      // It was reported, and is the failure of this store.
    }
    return this.failure === null
  }

  /** The exchanges that were kept, as they became complete. */
  exchanges(): readonly Exchange[] {
    return this.#read('exchanges')
  }

  close(): void {
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
    if (one.isBought && this.spent + admitted.filter(isBought).length >= maxPurchases)
      return { ...admission, refused: 'no-purchases-left' }
    admitted.push(one)
    this.#apply(one)
    return admission
  }

  /** Has a decision count for the requests after it. */
  #apply(decision: Decision): void {
    const { key } = decision
    if ('waiting' in decision) return void this.#waiting.set(key, decision.waiting)
    const { operation, reference, sku } = decision
    const waiting = this.waiting(key)
    if (waiting.length > 0) this.#waiting.set(key, countedDown(waiting, operation).left)
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

  #read<Row>(name: 'decisions' | 'exchanges'): Row[] {
    return this.#statements[name].all().flatMap(({ json }) => JSON.parse(String(json)))
  }

  /** Writes rows, where there are any. What cannot be written once is the last. */
  #write(name: 'decide' | 'keep', rows: readonly object[]): void {
    if (this.failure !== null) throw this.failure
    if (rows.length === 0) return
    try {
      this.#statements[name].run(JSON.stringify(rows))
    } catch (cause) {
      this.failure = cantKeep(this.file ?? 'memory', cause)
      this.#onFailure(this.failure)
      throw this.failure
    }
  }
}

function isBought(admitted: Admitted): boolean {
  return admitted.isBought
}

/** What a service may take for the same text belongs to the same owner. */
function folded(reference: string): string {
  return reference.normalize('NFKC').toLowerCase().trim()
}
