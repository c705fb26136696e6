import type { DatabaseSync } from 'node:sqlite'
import { keyDigests } from '../../key-digest.ts'
import { type Anchor, changedAnchor, sandboxTimeAt, type TimeChange } from '../../sandbox-clock.ts'
import { nameByDigest } from '../../sandbox-name.ts'
import type { Account, Adjustment, SandboxState } from '../../store.ts'
import { commonTime, type KeptTime } from '../kept-time.ts'

/** A sandbox from its row, at a moment of its time. */
export type SandboxRow = SandboxState & {
  readonly id: number
  /** In minor units, without the releases that are due and not booked yet. */
  readonly available: number
  readonly nextReleaseAt: number | null
  /** How many it has. */
  readonly orders: number
  readonly anchor: Anchor
}

/** The columns are of these types: the schema is STRICT. */
type Columns = {
  id: number
  available: number
  is_revoked: number
  next_release_at: number | null
  orders: number
} & ({ clock_time: null } | { clock_time: number; world_time: number; speed: number; is_frozen: number })

/** The sandboxes of a database, and their time. Nothing here makes a transaction of its own. */
export class SandboxRows {
  readonly #time: KeptTime
  readonly #common: Anchor
  readonly #nameOf = keyDigests()
  readonly #find
  readonly #insert
  readonly #setTime
  readonly #names
  readonly #adjust
  readonly #delete

  constructor(database: DatabaseSync, time: KeptTime, speed: number) {
    this.#time = time
    this.#common = commonTime(database, time.now(), speed)
    this.#find = database.prepare('SELECT * FROM worlds WHERE name = ?')
    this.#insert = database.prepare('INSERT INTO worlds (name, available) VALUES (?, ?) RETURNING id')
    this.#setTime = database.prepare(
      'UPDATE worlds SET clock_time = ?, world_time = ?, speed = ?, is_frozen = ? WHERE id = ?',
    )
    this.#names = database.prepare(
      'SELECT lower(hex(name)) AS digest FROM worlds WHERE length(name) = 32 ORDER BY id DESC LIMIT ?',
    )
    this.#adjust = database.prepare(
      'UPDATE worlds SET available = available + ?, is_revoked = ? WHERE id = ?',
    )
    this.#delete = database.prepare('DELETE FROM worlds WHERE id = ?')
  }

  /** The state of a sandbox; a missing one is like a new one. */
  stateOf(account: Account): SandboxState {
    const known = this.find(account)
    if (known !== undefined) return stateOf(known)
    const { speed, isFrozen } = this.#common
    return { now: sandboxTimeAt(this.#common, this.#time.now()), isFrozen, speed, isRevoked: false }
  }

  find({ sandbox }: Account): SandboxRow | undefined {
    const row = this.#find.get(this.#nameOf(sandbox)) as Columns | undefined
    return row && this.#read(row)
  }

  /** A sandbox, which is created if it is missing. */
  open(account: Account): SandboxRow {
    const known = this.find(account)
    if (known !== undefined) return known
    const state = this.stateOf(account)
    const available = account.openingBalance
    const row = this.#insert.get(this.#nameOf(account.sandbox), available) as Pick<Columns, 'id'>
    return { ...state, id: row.id, available, nextReleaseAt: null, orders: 0, anchor: this.#common }
  }

  changeTime(sandbox: SandboxRow, change: TimeChange): SandboxState {
    const clockTime = this.#time.now()
    const anchor = changedAnchor(
      { ...sandbox.anchor, clockTime, sandboxTime: sandbox.now },
      clockTime,
      change,
    )
    const { sandboxTime: now, speed, isFrozen } = anchor
    this.#setTime.run(clockTime, now, speed, Number(isFrozen), sandbox.id)
    return { now, isFrozen, speed, isRevoked: sandbox.isRevoked }
  }

  /** The names of its sandboxes, the latest first: of their keys there are only the digests. */
  names(most: number): string[] {
    return this.#names.all(most).map(({ digest }) => nameByDigest(String(digest)))
  }

  adjust(sandbox: SandboxRow, change: Adjustment): void {
    const credit = 'credit' in change ? change.credit : 0
    const isRevoked = 'isRevoked' in change ? change.isRevoked : sandbox.isRevoked
    this.#adjust.run(credit, Number(isRevoked), sandbox.id)
  }

  delete({ id }: SandboxRow): void {
    this.#delete.run(id)
  }

  #read(row: Columns): SandboxRow {
    const anchor = row.clock_time === null ? this.#common : anchorOf(row)
    return {
      id: row.id,
      available: row.available,
      nextReleaseAt: row.next_release_at,
      orders: row.orders,
      anchor,
      now: sandboxTimeAt(anchor, this.#time.now()),
      isFrozen: anchor.isFrozen,
      speed: anchor.speed,
      isRevoked: row.is_revoked === 1,
    }
  }
}

/** The state of a sandbox as the store returns it. */
export function stateOf({ now, isFrozen, speed, isRevoked }: SandboxRow): SandboxState {
  return { now, isFrozen, speed, isRevoked }
}

function anchorOf(row: Columns & { clock_time: number }): Anchor {
  const { clock_time: clockTime, world_time: sandboxTime, speed, is_frozen: isFrozen } = row
  return { clockTime, sandboxTime, speed, isFrozen: isFrozen === 1 }
}
