import type { DatabaseSync } from 'node:sqlite'
import { type Anchor, commonAnchor, sandboxTimeAt } from '../sandbox-clock.ts'

/**
 * The common time of sandboxes whose time was not changed: it continues from the file's value, also if it ran at another
 * speed before.
 *
 * @param now milliseconds, of the file's time.
 */
export function commonTime(database: DatabaseSync, now: number, speed: number): Anchor {
  const kept = anchorIn(database)
  if (kept?.speed === speed) return kept
  const anchor = { ...commonAnchor(now, speed), ...(kept && { sandboxTime: sandboxTimeAt(kept, now) }) }
  database
    .prepare(
      'INSERT OR REPLACE INTO common_time (only_row, clock_time, world_time, speed) VALUES (1, ?, ?, ?)',
    )
    .run(anchor.clockTime, anchor.sandboxTime, speed)
  return anchor
}

function anchorIn(database: DatabaseSync): Anchor | undefined {
  const row = database.prepare('SELECT clock_time, world_time, speed FROM common_time').get()
  if (row === undefined) return undefined
  // The columns are of these types: the schema is STRICT.
  const { clock_time: clockTime, world_time: sandboxTime, speed } = row as Record<string, number>
  return { clockTime, sandboxTime, speed, isFrozen: false } as Anchor
}
