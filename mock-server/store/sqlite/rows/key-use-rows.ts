import type { DatabaseSync } from 'node:sqlite'
import { keyDigests } from '../../key-digest.ts'
import type { KeptTime } from '../kept-time.ts'

/** How many rows one step removes: it holds up every call. */
const MOST_REMOVED = 500
/** What a forgotten world has rows in, and by what a row of it is found. */
const TABLES = ['orders', 'releases', 'attempts', 'next_faults'] as const
const KEYS = { orders: 'reference', releases: 'due_at, reference', attempts: 'subject', next_faults: 'world' }

/** When the keys of a database were last used, and the steps of forgetting one. Nothing here makes a transaction of its own. */
export class KeyUseRows {
  readonly #time: KeptTime
  readonly #nameOf = keyDigests()
  readonly #find
  readonly #put
  readonly #adopt
  readonly #idle
  readonly #forget
  readonly #release
  readonly #forgotten
  readonly #removals
  readonly #end
  #isAdopted = false

  constructor(database: DatabaseSync, time: KeptTime) {
    this.#time = time
    this.#find = database.prepare('SELECT partner, used_at FROM key_uses WHERE name = ?')
    this.#put = database.prepare('INSERT OR REPLACE INTO key_uses (name, partner, used_at) VALUES (?, ?, ?)')
    this.#adopt = database.prepare(
      'INSERT OR IGNORE INTO key_uses (name, partner, used_at) SELECT name, NULL, ? FROM worlds',
    )
    this.#idle = database.prepare(
      'SELECT name, partner FROM key_uses WHERE used_at < ? ORDER BY used_at LIMIT 1',
    )
    this.#forget = database.prepare('DELETE FROM key_uses WHERE name = ?')
    this.#release = [
      'INSERT INTO forgotten SELECT id FROM worlds WHERE name = ?',
      'UPDATE worlds SET name = randomblob(16) WHERE name = ?',
    ].map((sql) => database.prepare(sql))
    this.#forgotten = database.prepare('SELECT world FROM forgotten LIMIT 1')
    this.#removals = TABLES.map((table) =>
      database.prepare(
        `DELETE FROM ${table} WHERE (world, ${KEYS[table]}) IN (SELECT world, ${KEYS[table]} FROM ${table} WHERE world = ? LIMIT ${MOST_REMOVED})`,
      ),
    )
    this.#end = ['DELETE FROM worlds WHERE id = ?', 'DELETE FROM forgotten WHERE world = ?'].map((sql) =>
      database.prepare(sql),
    )
  }

  /** @returns the partner of a key that was last used too long ago: it is forgotten, and its journal has to be. */
  note(sandbox: string, partner: string, idleMs: number): string | undefined {
    const name = this.#nameOf(sandbox)
    const now = this.#time.now()
    const known = this.#find.get(name) as { partner: string | null; used_at: number } | undefined
    const isIdle = known !== undefined && now - known.used_at > idleMs
    if (isIdle) this.#let(name)
    this.#put.run(name, partner, now)
    return isIdle ? (known.partner ?? partner) : undefined
  }

  /** One step. @returns whether there was one, and the partner of a key that was forgotten in it. */
  step(idleMs: number): { readonly isDone: boolean; readonly partner?: string | undefined } {
    const now = this.#time.now()
    if (!this.#isAdopted) this.#adopt.run(now)
    this.#isAdopted = true
    const left = this.#forgotten.get() as { world: number } | undefined
    if (left !== undefined) return this.#remove(left.world)
    const idle = this.#idle.get(now - idleMs) as { name: Uint8Array; partner: string | null } | undefined
    if (idle === undefined) return { isDone: true }
    this.#let(Buffer.from(idle.name))
    return { isDone: false, partner: idle.partner ?? undefined }
  }

  #remove(world: number): { isDone: false } {
    for (const removal of this.#removals) if (Number(removal.run(world).changes) > 0) return { isDone: false }
    for (const statement of this.#end) statement.run(world)
    return { isDone: false }
  }

  #let(name: Buffer): void {
    this.#forget.run(name)
    for (const statement of this.#release) statement.run(name)
  }
}
