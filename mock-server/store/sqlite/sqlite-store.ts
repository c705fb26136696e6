import type { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../../../contract/clock.ts'
import { DEFAULT_BOUNDS, type JournalBounds } from '../../../contract/wire/dropped.ts'
import { gathered, IN_ONE_TURN } from '../gathered.ts'
import { keyDigests } from '../key-digest.ts'
import { type Answering, localStore } from '../local-store.ts'
import type { SandboxTimeOptions } from '../memory-store.ts'
import { type ReportFault, reportOutage, reportToConsole } from '../outage.ts'
import type { Store, StoreUnavailableError } from '../store.ts'
import { sqliteArchive } from './journal-archive.ts'
import { commonTime, keptTime } from './kept-time.ts'
import { keyUses } from './key-uses.ts'
import { cantKeep, guardedBy, openDatabase, type SameFile, sameFile } from './open-database.ts'
import { sqliteRecords } from './records.ts'
import { transactions } from './statements.ts'

/** The options of a SQLite store. Everything has a default. */
export type SqliteStoreOptions = SandboxTimeOptions & {
  /** How much of the journal the file keeps; of each key 2,000 exchanges and 4 MiB, of all 64 MiB by default. */
  readonly journal?: Partial<JournalBounds>
  /** Called with a sentence when the file was deleted or replaced. Default: `console.error`. */
  readonly onFault?: ReportFault
}

/** How soon a file that was deleted or replaced is noticed, also without calls. */
const LOOK_MS = 500

/**
 * A store in one SQLite file, which only this process has open. An answered purchase survives any end of the process, but
 * not always a power failure. The file contains keys only as digests.
 *
 * @throws {StoreError} for a file that can't be used, or that another process holds.
 *
 * @example
 * const store = sqliteStore('orders.sqlite')
 * const mock = await serve({ port: 4010, store })
 * // …
 * await mock.close()
 * await store.close()
 */
export function sqliteStore(file: string, options: SqliteStoreOptions = {}): Store {
  const database = openDatabase(file)
  try {
    return storeIn(database, file, options)
  } catch (cause) {
    database.close()
    throw cantKeep(file, cause)
  }
}

function storeIn(database: DatabaseSync, file: string, options: SqliteStoreOptions): Store {
  const { clock = systemClock, speed = 1, journal, onFault = reportToConsole } = options
  const inTransaction = transactions(database)
  const time = keptTime(database, clock)
  const nameOf = keyDigests()
  const records = sqliteRecords(database, nameOf)
  const uses = keyUses(database, time, { ...records, nameOf })
  const opened = sameFile(file)
  const guarded = guardedBy(opened.recall)
  const change: Answering['change'] = (operate) =>
    guarded((...given) => inTransaction(() => operate(...given)))
  const store: Store = {
    ...localStore(records, time, commonTime(database, time.now(), speed), {
      read: guarded,
      change,
      place: (placeOrder) => {
        // A commit costs more than what is committed: purchases of one turn share it, and are answered after it.
        const together = gathered(async (asked: readonly Parameters<typeof placeOrder>[]) => {
          const placed = inTransaction(() => asked.map((given) => placeOrder(...given)))
          // Checked now: a purchase that was written to a deleted file must not be answered.
          opened.look()
          return placed
        }, IN_ONE_TURN)
        return guarded((...given) => together(given))
      },
    }),
    uses: { note: change(uses.note), forgetIdle: change(uses.forgetIdle) },
    archive: sqliteArchive(database, { ...DEFAULT_BOUNDS, ...journal }, { guarded, inTransaction }),
    isReady: async () => isReadable(database, opened),
    async close() {
      clearInterval(watch)
      if (!database.isOpen) return
      time.keep()
      database.close()
    },
  }
  const watch = setInterval(() => {
    try {
      opened.look()
    } catch (gone) {
      // It throws nothing else.
      reportOutage(store, gone as StoreUnavailableError, onFault)
    }
  }, LOOK_MS).unref()
  return store
}

function isReadable(database: DatabaseSync, opened: SameFile): boolean {
  try {
    opened.look()
    return database.prepare('SELECT 1 FROM common_time').get() !== undefined
  } catch {
    return false
  }
}
