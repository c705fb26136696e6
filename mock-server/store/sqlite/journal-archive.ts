import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { type Dropped, droppedTogether, type JournalBounds } from '../../../contract/wire/dropped.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { matches } from '../../journal/filter.ts'
import { shortDigest } from '../key-digest.ts'
import { NOBODY, type Size, trimming } from '../trim-journals.ts'
import type { Guarded } from './open-database.ts'
import { prepared, type Transaction } from './statements.ts'

/** How many bytes are freed before calls are answered again. */
const FREED_AT_ONCE = 500_000

/** The columns are of these types: the schema is STRICT. */
type ExchangeRow = { seq: number; at: string; bytes: number }

export function sqliteArchive(
  database: DatabaseSync,
  bounds: JournalBounds,
  { guarded, inTransaction }: { readonly guarded: Guarded; readonly inTransaction: Transaction },
): JournalArchive {
  const statements = prepared(database, {
    last: 'SELECT MAX(seq) AS seq FROM exchanges',
    put: 'INSERT OR REPLACE INTO exchanges (seq, partner, at, bytes, document) VALUES (?, ?, ?, ?, ?)',
    read: 'SELECT document FROM exchanges WHERE seq > ? ORDER BY seq DESC LIMIT ?',
    readOf: 'SELECT document FROM exchanges WHERE seq > ? AND partner = ? ORDER BY seq DESC LIMIT ?',
    drop: `INSERT INTO dropped AS d (partner, count, first_at, last_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = d.count + excluded.count,
        first_at = MIN(d.first_at, excluded.first_at), last_at = MAX(d.last_at, excluded.last_at)`,
    dropped: `SELECT SUM(count) AS count, MIN(first_at) AS "from", MAX(last_at) AS "to" FROM dropped
      WHERE ?1 IS NULL OR partner = ?1`,
    sizes: 'SELECT partner, SUM(bytes) AS bytes FROM exchanges GROUP BY partner ORDER BY MIN(seq)',
    sizeOf: 'SELECT COUNT(*) AS entries, SUM(bytes) AS bytes FROM exchanges WHERE partner = ?',
    oldest: 'SELECT seq, at, bytes FROM exchanges WHERE partner = ? ORDER BY seq',
    removeUpTo: 'DELETE FROM exchanges WHERE partner = ? AND seq <= ?',
    forget: 'DELETE FROM exchanges WHERE partner = ?',
    forgetDropped: 'DELETE FROM dropped WHERE partner = ?',
  })
  const drop = (partner: string | null, { count, from, to }: Dropped) =>
    statements.drop.run(partner ?? NOBODY, count, from, to)
  /** Removes the oldest exchanges of some partners, of each while what is left is too much. */
  const cut = (partners: readonly string[], isTooMuch: (left: Size, freedBytes: number) => boolean): Size =>
    inTransaction(() => {
      const freed = { entries: 0, bytes: 0 }
      for (const partner of partners) {
        const left = { ...(statements.sizeOf.get(partner) as Size) }
        let [gone, last]: [Dropped | null, number] = [null, -1]
        for (const { seq, at, bytes } of statements.oldest.iterate(partner) as Iterable<ExchangeRow>) {
          if (!isTooMuch(left, freed.bytes)) break
          left.entries -= 1
          left.bytes -= bytes
          freed.entries += 1
          freed.bytes += bytes
          gone = droppedTogether(gone, { count: 1, from: at, to: at })
          last = seq
        }
        if (gone === null) continue
        statements.removeUpTo.run(partner, last)
        drop(partner, gone)
      }
      return freed
    })
  const trim = trimming(
    {
      trim: (partners, most) =>
        cut(partners, ({ entries, bytes }) => entries > 1 && (entries > most.entries || bytes > most.bytes)),
      sizes: () => statements.sizes.all() as { partner: string; bytes: number }[],
      async trimAbove(level, partners, bytes) {
        await turn()
        const enough = Math.min(bytes, FREED_AT_ONCE)
        return cut(partners, (left, freed) => left.bytes > level && freed < enough)
      },
    },
    bounds,
  )
  const { seq: last } = statements.last.get() as { seq: number | null }
  return {
    firstSeq: last === null ? 0 : last + 1,
    digestOf: shortDigest,
    append: guarded(async (exchanges, lost = new Map()) => {
      inTransaction(() => {
        for (const [partner, dropped] of lost) drop(partner, dropped)
        for (const exchange of exchanges) {
          const [document, partner] = [JSON.stringify(exchange), exchange.partner ?? NOBODY]
          statements.put.run(exchange.seq, partner, exchange.at, document.length, document)
          trim.note(partner, document.length)
        }
      })
      await trim.run()
    }),
    read: guarded(({ afterSeq = -1, partner, ...filter }, most = Number.MAX_SAFE_INTEGER) => {
      const { read, readOf } = statements
      const rows = partner === undefined ? read.all(afterSeq, most) : readOf.all(afterSeq, partner, most)
      return rows
        .reverse()
        .map(({ document }) => JSON.parse(String(document)) as Exchange)
        .filter((exchange) => matches(exchange, filter))
    }),
    dropped: guarded((partner) => {
      const dropped = statements.dropped.get(partner ?? null) as Dropped | { count: null }
      return dropped.count === null ? null : dropped
    }),
    forget: guarded((partner) =>
      inTransaction(() => {
        for (const statement of [statements.forget, statements.forgetDropped]) statement.run(partner)
      }),
    ),
  }
}
