import type { DatabaseSync } from 'node:sqlite'
import type { JournalArchive } from '../../journal/archive.ts'
import type { JournalBounds } from '../../journal/journal.ts'
import { keyDigests } from '../key-digest.ts'
import { ExchangeRows } from './rows/exchange-rows.ts'
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
