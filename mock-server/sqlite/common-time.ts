import type { DatabaseSync } from 'node:sqlite'
import { type Anchor, commonAnchor, worldTimeAt } from '../world-time.ts'

/**
 * How the time of every world runs that nobody has moved: on from where the file has it, also where it ran at another
 * speed so far, or the machine's clock was put back meanwhile.
 */
export function commonTime(database: DatabaseSync, clockNow: number, speed: number): Anchor {
  const kept = anchorIn(database)
  if (kept?.speed === speed && kept.clockTime <= clockNow) return kept
  const worldTime = kept && Math.max(kept.worldTime, worldTimeAt(kept, clockNow))
  const anchor = { ...commonAnchor(clockNow, speed), ...(worldTime !== undefined && { worldTime }) }
  database
    .prepare(
      'INSERT OR REPLACE INTO common_time (only_row, clock_time, world_time, speed) VALUES (1, ?, ?, ?)',
    )
    .run(anchor.clockTime, anchor.worldTime, speed)
  return anchor
}

function anchorIn(database: DatabaseSync): Anchor | undefined {
  const row = database.prepare('SELECT clock_time, world_time, speed FROM common_time').get()
  if (row === undefined) return undefined
  // The columns are of these types: the schema is STRICT.
  const { clock_time: clockTime, world_time: worldTime, speed } = row as Record<string, number>
  return { clockTime, worldTime, speed, isFrozen: false } as Anchor
}
