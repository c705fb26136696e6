import type { DatabaseSync } from 'node:sqlite'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { type JournalFilter, matches } from '../../journal/filter.ts'
import type { JournalBounds } from '../../journal/journal.ts'
import { keyDigests } from '../key-digest.ts'
import { transactions } from './transaction.ts'
import type { Guarded } from './unavailable.ts'

/** How many bytes of a digest name a guest: enough to avoid collisions. */
const GUEST_BYTES = 6

/** The journal of a mock in its database. */
export function sqliteArchive(
  database: DatabaseSync,
  bounds: JournalBounds,
  guarded: Guarded,
): JournalArchive {
  const inTransaction = transactions(database)
  const exchanges = new ExchangeRows(database, bounds)
  const nameOf = keyDigests()
  return {
    firstSeq: exchanges.firstSeq,
    digestOf: (key) => nameOf(key).toString('hex', 0, GUEST_BYTES),
    append: guarded((batch) => inTransaction(() => exchanges.append(batch))),
    read: guarded((filter, most) => exchanges.read(filter, most)),
    forget: guarded((partner) => inTransaction(() => exchanges.forget(partner))),
  }
}

/** The journal in a database, bounded. Nothing here makes a transaction of its own. */
class ExchangeRows {
  /** The first number of the next journal. */
  readonly firstSeq: number
  readonly #bounds: JournalBounds
  readonly #sizes
  readonly #put
  readonly #dropBelow
  readonly #read
  readonly #forget
  /** The length of each document, by its number. */
  readonly #lengths = new Map<number, number>()
  /** None of them has a lower number. */
  #oldest = Number.POSITIVE_INFINITY
  #bytes = 0

  constructor(database: DatabaseSync, bounds: JournalBounds) {
    this.#bounds = bounds
    this.#sizes = database.prepare('SELECT seq, length(document) AS bytes FROM exchanges')
    this.#put = database.prepare('INSERT OR REPLACE INTO exchanges (seq, partner, document) VALUES (?, ?, ?)')
    this.#dropBelow = database.prepare('DELETE FROM exchanges WHERE seq < ?')
    this.#read = database.prepare(
      'SELECT document FROM exchanges WHERE seq > ? AND partner IS ifnull(?, partner) ORDER BY seq DESC LIMIT ?',
    )
    this.#forget = database.prepare('DELETE FROM exchanges WHERE partner = ? RETURNING seq')
    const last = database.prepare('SELECT MAX(seq) AS seq FROM exchanges').get() as { seq: number | null }
    this.firstSeq = last.seq === null ? 0 : last.seq + 1
    this.#measure()
  }

  append(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) this.#append(exchange)
    this.#dropOldest()
  }

  read({ afterSeq = -1, partner, ...filter }: JournalFilter, most = Number.MAX_SAFE_INTEGER): Exchange[] {
    return this.#read
      .all(afterSeq, partner ?? null, most)
      .reverse()
      .map(({ document }) => JSON.parse(String(document)) as Exchange)
      .filter((exchange) => matches(exchange, filter))
  }

  forget(partner: string): void {
    for (const { seq } of this.#forget.all(partner) as { seq: number }[]) this.#drop(seq)
  }

  #append(exchange: Exchange): void {
    const document = JSON.stringify(exchange)
    this.#put.run(exchange.seq, exchange.partner, document)
    this.#keep(exchange.seq, document.length)
  }

  /** An exchange that is completed late may be older than all others. */
  #dropOldest(): void {
    const first = this.#oldest
    for (; !this.#fits(); this.#oldest += 1) this.#drop(this.#oldest)
    if (this.#oldest > first) this.#dropBelow.run(this.#oldest)
  }

  #fits(): boolean {
    const { entries, bytes } = this.#bounds
    return this.#lengths.size <= 1 || (this.#lengths.size <= entries && this.#bytes <= bytes)
  }

  #measure(): void {
    for (const { seq, bytes } of this.#sizes.iterate() as Iterable<{ seq: number; bytes: number }>)
      this.#keep(seq, bytes)
  }

  #keep(seq: number, length: number): void {
    this.#drop(seq)
    this.#lengths.set(seq, length)
    this.#bytes += length
    this.#oldest = Math.min(this.#oldest, seq)
  }

  #drop(seq: number): void {
    this.#bytes -= this.#lengths.get(seq) ?? 0
    this.#lengths.delete(seq)
  }
}
