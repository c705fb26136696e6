import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../contract/clock.ts'
import { type Anchor, commonAnchor, sandboxTimeAt } from '../sandbox-clock.ts'
import { steadyTime } from '../steady-time.ts'

/** The time of a file, which never goes back, also when the file is opened again by a clock that was put back. */
export type KeptTime = Pick<Clock, 'now'> & {
  /** Stores the moment, so that the time later continues from there; a little later if it can't be written. */
  keep(): void
}

/**
 * How far the stored time is ahead: for so long nothing has to be written. A file that was not closed continues from the
 * stored time.
 */
const AHEAD_MS = 100

/** The time of a file: a moment is shown only after a later one was stored. */
export function keptTime(database: DatabaseSync, clock: Pick<Clock, 'now'>): KeptTime {
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
export function commonTime(database: DatabaseSync, now: number, speed: number): Anchor {
  const row = database.prepare('SELECT anchor FROM common_time').get()
  // It was one when it was written.
  const kept = row && (JSON.parse(String(row.anchor)) as Anchor)
  if (kept?.speed === speed) return kept
  const anchor = { ...commonAnchor(now, speed), ...(kept && { sandboxTime: sandboxTimeAt(kept, now) }) }
  const put = database.prepare('INSERT OR REPLACE INTO common_time (only_row, anchor) VALUES (1, ?)')
  put.run(JSON.stringify(anchor))
  return anchor
}
