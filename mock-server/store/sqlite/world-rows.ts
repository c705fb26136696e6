import type { DatabaseSync } from 'node:sqlite'
import { worldNames } from '../key-digest.ts'
import { type Anchor, changedAnchor, type TimeChange, worldTimeAt } from '../sandbox-clock.ts'
import type { Account, WorldState } from '../store.ts'
import { commonTime } from './common-time.ts'
import type { KeptTime } from './kept-time.ts'

/** A world as its row has it, at a moment of its time. */
export type WorldRow = WorldState & {
  readonly id: number
  /** In minor units, without the releases that are due and not booked yet. */
  readonly available: number
  readonly nextReleaseAt: number | null
  readonly anchor: Anchor
}

/** The columns are of these types: the schema is STRICT. */
type Columns = {
  id: number
  available: number
  is_revoked: number
  next_release_at: number | null
} & ({ clock_time: null } | { clock_time: number; world_time: number; speed: number; is_frozen: number })

/** The worlds of a database, and their time. Nothing here makes a transaction of its own. */
export class WorldRows {
  readonly #time: KeptTime
  readonly #common: Anchor
  readonly #nameOf = worldNames()
  readonly #find
  readonly #insert
  readonly #setTime
  readonly #delete

  constructor(database: DatabaseSync, time: KeptTime, speed: number) {
    this.#time = time
    this.#common = commonTime(database, time.now(), speed)
    this.#find = database.prepare('SELECT * FROM worlds WHERE name = ?')
    this.#insert = database.prepare('INSERT INTO worlds (name, available) VALUES (?, ?) RETURNING id')
    this.#setTime = database.prepare(
      'UPDATE worlds SET clock_time = ?, world_time = ?, speed = ?, is_frozen = ? WHERE id = ?',
    )
    this.#delete = database.prepare('DELETE FROM worlds WHERE id = ?')
  }

  /** What a world is like; one that is not there is like one that nothing has happened in. */
  stateOf(account: Account): WorldState {
    const known = this.find(account)
    if (known !== undefined) return stateOf(known)
    const { speed, isFrozen } = this.#common
    return { now: worldTimeAt(this.#common, this.#time.now()), isFrozen, speed, isRevoked: false }
  }

  find({ world }: Account): WorldRow | undefined {
    const row = this.#find.get(this.#nameOf(world)) as Columns | undefined
    return row && this.#read(row)
  }

  /** A world, which begins with this if it is not there yet. */
  open(account: Account): WorldRow {
    const known = this.find(account)
    if (known !== undefined) return known
    const state = this.stateOf(account)
    const { world, openingBalance: available } = account
    const row = this.#insert.get(this.#nameOf(world), available) as Pick<Columns, 'id'>
    return { ...state, id: row.id, available, nextReleaseAt: null, anchor: this.#common }
  }

  changeTime(world: WorldRow, change: TimeChange): WorldState {
    const clockTime = this.#time.now()
    const anchor = changedAnchor({ ...world.anchor, clockTime, worldTime: world.now }, clockTime, change)
    const { worldTime: now, speed, isFrozen } = anchor
    this.#setTime.run(clockTime, now, speed, Number(isFrozen), world.id)
    return { now, isFrozen, speed, isRevoked: world.isRevoked }
  }

  delete({ id }: WorldRow): void {
    this.#delete.run(id)
  }

  #read(row: Columns): WorldRow {
    const anchor = row.clock_time === null ? this.#common : anchorOf(row)
    return {
      id: row.id,
      available: row.available,
      nextReleaseAt: row.next_release_at,
      anchor,
      now: worldTimeAt(anchor, this.#time.now()),
      isFrozen: anchor.isFrozen,
      speed: anchor.speed,
      isRevoked: row.is_revoked === 1,
    }
  }
}

/** What everybody is told of a world. */
export function stateOf({ now, isFrozen, speed, isRevoked }: WorldRow): WorldState {
  return { now, isFrozen, speed, isRevoked }
}

function anchorOf(row: Columns & { clock_time: number }): Anchor {
  const { clock_time: clockTime, world_time: worldTime, speed, is_frozen: isFrozen } = row
  return { clockTime, worldTime, speed, isFrozen: isFrozen === 1 }
}
