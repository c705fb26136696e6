import type { DatabaseSync } from 'node:sqlite'
import { type Clock, systemClock } from '../../../contract/clock.ts'
import { keyDigests, shortDigest } from '../key-digest.ts'
import { type Answering, localStore } from '../local-store.ts'
import type { SandboxTimeOptions } from '../memory-store.ts'
import { type Anchor, commonAnchor, sandboxTimeAt, steadyTime } from '../sandbox-clock.ts'
import {
  type ReportFault,
  reportOutage,
  reportToConsole,
  type Store,
  type StoreUnavailableError,
} from '../store.ts'
import { cantKeep, guardedBy, openDatabase, sameFile } from './open-database.ts'
import { sqliteRecords } from './records.ts'
import { transactions } from './statements.ts'

export type SqliteStoreOptions = SandboxTimeOptions & {
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
  const { clock = systemClock, speed = 1, onFault = reportToConsole } = options
  const inTransaction = transactions(database)
  const time = keptTime(database, clock)
  const records = sqliteRecords(database, keyDigests())
  const opened = sameFile(file)
  const guarded = guardedBy(opened.recall)
  const change: Answering['change'] = (operate) =>
    guarded((...given) => {
      const result = inTransaction(() => operate(...given))
      // Checked now: what was written to a deleted file must not be answered.
      opened.look()
      return result
    })
  const store: Store = {
    ...localStore(records, time, commonTime(database, time.now(), speed), {
      read: guarded,
      change,
      place: change,
    }),
    digestOf: shortDigest,
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

function isReadable(database: DatabaseSync, opened: ReturnType<typeof sameFile>): boolean {
  try {
    opened.look()
    return database.prepare('SELECT 1 FROM common_time').get() !== undefined
  } catch {
    return false
  }
}

/** How far the stored time is ahead: for so long nothing has to be written. A file that was not closed goes on from there. */
const AHEAD_MS = 100

/** The time of a file never goes back, also by a clock that was put back: a moment is shown only after a later one was stored. */
function keptTime(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
  const row = database.prepare('SELECT ahead_ms, shown_until FROM steady_time').get()
  // The columns are of these types: the schema is STRICT.
  const kept = row as { ahead_ms: number; shown_until: number } | undefined
  const time = steadyTime(clock, kept && { aheadMs: kept.ahead_ms, shown: kept.shown_until })
  const write = database.prepare(
    'INSERT OR REPLACE INTO steady_time (only_row, ahead_ms, shown_until) VALUES (1, ?, ?)',
  )
  let shownUntil = Number.NEGATIVE_INFINITY
  return {
    now() {
      const now = time.now()
      if (now <= shownUntil) return now
      write.run(time.aheadMs, now + AHEAD_MS)
      // A rollback of the transaction also removes this write: then it is written again.
      if (!database.isTransaction) shownUntil = now + AHEAD_MS
      return now
    },
    /** Stores the moment, so that the time later continues from there; a little later if it can't be written. */
    keep() {
      const now = time.now()
      try {
        write.run(time.aheadMs, now)
      } catch {
        // The stored time counts.
      }
    },
  }
}

/**
 * The common time of sandboxes whose time was not changed: it continues from the file's value, also if it ran at another
 * speed before.
 *
 * @param now milliseconds, of the file's time.
 */
function commonTime(database: DatabaseSync, now: number, speed: number): Anchor {
  const row = database.prepare('SELECT anchor FROM common_time').get()
  // It was one when it was written.
  const kept = row && (JSON.parse(String(row.anchor)) as Anchor)
  if (kept?.speed === speed) return kept
  const anchor = { ...commonAnchor(now, speed), ...(kept && { sandboxTime: sandboxTimeAt(kept, now) }) }
  const put = database.prepare('INSERT OR REPLACE INTO common_time (only_row, anchor) VALUES (1, ?)')
  put.run(JSON.stringify(anchor))
  return anchor
}
