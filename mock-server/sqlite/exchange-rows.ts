import type { DatabaseSync } from 'node:sqlite'
import type { Exchange } from '../../contract/exchange.ts'
import type { JournalBounds } from '../journal.ts'
import { type JournalFilter, matches } from '../journal-query.ts'

type Size = { bytes: number }

/** The journal in a database, bounded. Nothing here makes a transaction of its own. */
export class ExchangeRows {
  /** From which number on the next journal counts. */
  readonly firstSeq: number
  readonly #bounds: JournalBounds
  readonly #sum
  readonly #size
  readonly #put
  readonly #dropOldest
  readonly #read
  readonly #forget
  #entries = 0
  #bytes = 0

  constructor(database: DatabaseSync, bounds: JournalBounds) {
    this.#bounds = bounds
    this.#sum = database.prepare('SELECT COUNT(*) AS entries, SUM(length(document)) AS bytes FROM exchanges')
    this.#size = database.prepare('SELECT length(document) AS bytes FROM exchanges WHERE seq = ?')
    this.#put = database.prepare('INSERT OR REPLACE INTO exchanges (seq, partner, document) VALUES (?, ?, ?)')
    this.#dropOldest = database.prepare(
      'DELETE FROM exchanges WHERE seq = (SELECT MIN(seq) FROM exchanges) RETURNING length(document) AS bytes',
    )
    this.#read = database.prepare('SELECT document FROM exchanges WHERE seq > ? ORDER BY seq')
    this.#forget = database.prepare('DELETE FROM exchanges WHERE partner = ?')
    const last = database.prepare('SELECT MAX(seq) AS seq FROM exchanges').get() as { seq: number | null }
    this.firstSeq = last.seq === null ? 0 : last.seq + 1
    this.#measure()
  }

  append(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) this.#append(exchange)
  }

  read({ afterSeq = -1, ...filter }: JournalFilter): Exchange[] {
    return this.#read
      .all(afterSeq)
      .map(({ document }) => JSON.parse(String(document)) as Exchange)
      .filter((exchange) => matches(exchange, filter))
  }

  forget(partner: string): void {
    this.#forget.run(partner)
    this.#measure()
  }

  #append(exchange: Exchange): void {
    const document = JSON.stringify(exchange)
    const before = this.#size.get(exchange.seq) as Size | undefined
    this.#put.run(exchange.seq, exchange.partner, document)
    this.#entries += before === undefined ? 1 : 0
    this.#bytes += document.length - (before?.bytes ?? 0)
    while (this.#entries > this.#bounds.entries || (this.#bytes > this.#bounds.bytes && this.#entries > 1)) {
      this.#bytes -= (this.#dropOldest.get() as Size).bytes
      this.#entries -= 1
    }
  }

  #measure(): void {
    const { entries, bytes } = this.#sum.get() as { entries: number; bytes: number | null }
    this.#entries = entries
    this.#bytes = bytes ?? 0
  }
}
