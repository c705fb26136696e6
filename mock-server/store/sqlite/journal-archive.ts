import type { DatabaseSync } from 'node:sqlite'
import type { Dropped, JournalBounds } from '../../../contract/wire/dropped.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive, LostExchanges } from '../../journal/archive.ts'
import { type JournalFilter, matches } from '../../journal/filter.ts'
import { type Bounded, KeyBounds, type KeyList } from '../../journal/key-bounds.ts'
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
    append: guarded((batch, lost) => {
      inTransaction(() => exchanges.append(batch, lost))
      exchanges.committed()
    }),
    read: guarded((filter, most) => exchanges.read(filter, most)),
    dropped: guarded((partner) => exchanges.dropped(partner)),
    forget: guarded((partner) => inTransaction(() => exchanges.forget(partner))),
  }
}

/** A row of the journal, without its document. */
class ExchangeRow implements Bounded<ExchangeRow> {
  readonly seq: number
  readonly arrivedAt: number
  bytes: number
  list: KeyList<ExchangeRow> | undefined = undefined
  older: ExchangeRow | undefined = undefined
  newer: ExchangeRow | undefined = undefined

  constructor(seq: number, arrivedAt: number, bytes: number) {
    this.seq = seq
    this.arrivedAt = arrivedAt
    this.bytes = bytes
  }
}

/** The journal in a database, bounded. Nothing here makes a transaction of its own. */
class ExchangeRows {
  /** The first number of the next journal. */
  readonly firstSeq: number
  readonly #put
  readonly #delete
  readonly #putDropped
  readonly #dropped
  readonly #read
  readonly #readOf
  readonly #forget
  readonly #forgetDropped
  readonly #rows = new Map<number, ExchangeRow>()
  readonly #byKey: KeyBounds<ExchangeRow>
  /** Dropped since the last transaction that was committed, and of whom. */
  readonly #gone = new Set<number>()
  readonly #losers = new Set<string | null>()

  constructor(database: DatabaseSync, bounds: JournalBounds) {
    this.#byKey = new KeyBounds(bounds, ({ seq }, partner) => {
      this.#rows.delete(seq)
      this.#gone.add(seq)
      this.#losers.add(partner)
    })
    this.#put = database.prepare('INSERT OR REPLACE INTO exchanges (seq, partner, document) VALUES (?, ?, ?)')
    this.#delete = database.prepare('DELETE FROM exchanges WHERE seq = ?')
    this.#putDropped = database.prepare('INSERT OR REPLACE INTO dropped VALUES (?, ?, ?, ?)')
    this.#dropped = database.prepare(
      'SELECT SUM(count) AS count, MIN(first_at) AS first, MAX(last_at) AS last FROM dropped WHERE ? IS NULL OR partner = ?',
    )
    this.#read = database.prepare('SELECT document FROM exchanges WHERE seq > ? ORDER BY seq DESC LIMIT ?')
    this.#readOf = database.prepare(
      'SELECT document FROM exchanges WHERE seq > ? AND partner = ? ORDER BY seq DESC LIMIT ?',
    )
    this.#forget = database.prepare('DELETE FROM exchanges WHERE partner = ?')
    this.#forgetDropped = database.prepare('DELETE FROM dropped WHERE partner = ?')
    const last = database.prepare('SELECT MAX(seq) AS seq FROM exchanges').get() as { seq: number | null }
    this.firstSeq = last.seq === null ? 0 : last.seq + 1
    this.#readBack(database)
  }

  append(exchanges: readonly Exchange[], lost: LostExchanges = new Map()): void {
    for (const [partner, dropped] of lost) {
      this.#byKey.countDropped(partner, dropped)
      this.#losers.add(partner)
    }
    for (const exchange of exchanges) this.#append(exchange)
    for (const seq of this.#gone) this.#delete.run(seq)
    for (const partner of this.#losers) {
      const dropped = this.#byKey.dropped(partner)
      if (dropped !== null) this.#putDropped.run(partner ?? NOBODY, dropped.count, dropped.from, dropped.to)
    }
  }

  /** What was dropped is no longer in the file. */
  committed(): void {
    this.#gone.clear()
    this.#losers.clear()
  }

  read({ afterSeq = -1, partner, ...filter }: JournalFilter, most = Number.MAX_SAFE_INTEGER): Exchange[] {
    const rows =
      partner === undefined ? this.#read.all(afterSeq, most) : this.#readOf.all(afterSeq, partner, most)
    return rows
      .reverse()
      .map(({ document }) => JSON.parse(String(document)) as Exchange)
      .filter((exchange) => matches(exchange, filter))
  }

  dropped(partner?: string): Dropped | null {
    const row = this.#dropped.get(partner ?? null, partner ?? null) as { count: number | null }
    // The columns are of these types: the schema is STRICT.
    const { count, first, last } = row as { count: number | null; first: string; last: string }
    return count === null ? null : { count, from: first, to: last }
  }

  forget(partner: string): void {
    this.#forget.run(partner)
    this.#forgetDropped.run(partner)
    for (const { seq } of this.#byKey.clear(partner)) this.#rows.delete(seq)
  }

  #append(exchange: Exchange): void {
    const document = JSON.stringify(exchange)
    this.#put.run(exchange.seq, exchange.partner, document)
    this.#gone.delete(exchange.seq)
    this.#keep(new ExchangeRow(exchange.seq, Date.parse(exchange.at), document.length), exchange.partner)
  }

  #readBack(database: DatabaseSync): void {
    const dropped = database.prepare('SELECT partner, count, first_at, last_at FROM dropped')
    for (const row of dropped.iterate()) {
      const { partner, count, first_at: from, last_at: to } = row as Record<string, string>
      const key = partner === NOBODY ? null : (partner ?? null)
      this.#byKey.countDropped(key, { count: Number(count), from: String(from), to: String(to) })
    }
    const kept = database.prepare(
      "SELECT seq, partner, document ->> '$.at' AS at, length(document) AS bytes FROM exchanges ORDER BY seq",
    )
    for (const row of kept.all()) {
      const { seq, partner, at, bytes } = row as {
        seq: number
        partner: string | null
        at: string
        bytes: number
      }
      this.#keep(new ExchangeRow(seq, Date.parse(at), bytes), partner)
    }
  }

  #keep(row: ExchangeRow, partner: string | null): void {
    const known = this.#rows.get(row.seq)
    if (known !== undefined) this.#byKey.remove(known)
    this.#rows.set(row.seq, row)
    this.#byKey.put(row, partner)
  }
}

/** Where the name of a partner stands, of calls without an accepted key. No partner has an empty name. */
const NOBODY = ''
