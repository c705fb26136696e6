import type { DatabaseSync } from 'node:sqlite'
import type { Course } from '../../../../contract/scenario/scenario.ts'
import { type Order, releasedAt } from '../../order.ts'
import type { SandboxRow } from './sandbox-rows.ts'

/** The columns are of these types: the schema is STRICT, and a course was one when it was written. */
type Columns = {
  sku: string | Uint8Array
  price: number
  placed_at: number
  course: string
  revokes_key: number
}

/** Above this number, no purchase has to wait until they are sorted: they have no index by time. */
const MOST_SORTED = 20_000

/** The orders of a database, with the money of those that fail. Nothing here makes a transaction of its own. */
export class OrderRows {
  readonly #find
  readonly #latest
  readonly #insert
  readonly #insertRelease
  readonly #debit
  readonly #due
  readonly #forgetDue
  readonly #credit
  readonly #count
  readonly #deletions

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT * FROM orders WHERE world = ? AND reference = ?')
    this.#latest = database.prepare('SELECT * FROM orders WHERE world = ? ORDER BY placed_at DESC LIMIT ?')
    this.#insert = database.prepare(
      'INSERT INTO orders (world, reference, sku, price, placed_at, course, revokes_key) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#insertRelease = database.prepare(
      'INSERT INTO releases (world, due_at, reference, amount) VALUES (?, ?, ?, ?)',
    )
    this.#debit = database.prepare(
      'UPDATE worlds SET available = available - ?, is_revoked = ?, next_release_at = ?, orders = orders + 1 WHERE id = ?',
    )
    this.#due = database.prepare('SELECT SUM(amount) AS sum FROM releases WHERE world = ? AND due_at <= ?')
    this.#forgetDue = database.prepare('DELETE FROM releases WHERE world = ? AND due_at <= ?')
    this.#credit = database.prepare(
      'UPDATE worlds SET available = available + ?, next_release_at = (SELECT MIN(due_at) FROM releases WHERE world = id) WHERE id = ?',
    )
    this.#count = database.prepare(
      'INSERT INTO attempts (world, subject, count) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count',
    )
    this.#deletions = ['orders', 'releases', 'attempts', 'next_faults'].map((table) =>
      database.prepare(`DELETE FROM ${table} WHERE world = ?`),
    )
  }

  find(sandbox: number, partnerReference: string): Order | undefined {
    const row = this.#find.get(sandbox, storedText(partnerReference)) as Columns | undefined
    return row && orderOf(partnerReference, row)
  }

  /** The latest orders of a sandbox, the latest first; none where it takes long to look for them. */
  latest({ id, orders }: SandboxRow, most: number): Order[] {
    if (orders > MOST_SORTED) return []
    const rows = this.#latest.all(id, most) as (Columns & { reference: string | Uint8Array })[]
    return rows.map((row) => orderOf(textOf(row.reference), row))
  }

  /** Records an order that its sandbox can pay. */
  record(sandbox: SandboxRow, order: Order): void {
    const { id } = sandbox
    const reference = storedText(order.partnerReference)
    const revokes = order.revokesKey === true
    const course = JSON.stringify(order.course)
    const { price, placedAt } = order
    this.#insert.run(id, reference, storedText(order.sku), price, placedAt, course, Number(revokes))
    const dueAt = releasedAt(order)
    if (dueAt !== null) this.#insertRelease.run(id, dueAt, reference, price)
    const next = earlier(sandbox.nextReleaseAt, dueAt)
    this.#debit.run(price, Number(sandbox.isRevoked || revokes), next, id)
  }

  /** Books what failed orders have given back by now. */
  book({ id, now }: SandboxRow): void {
    const { sum } = this.#due.get(id, now) as { sum: number | null }
    this.#forgetDue.run(id, now)
    this.#credit.run(sum ?? 0, id)
  }

  countAttempt(sandbox: number, subject: string): number {
    const { count } = this.#count.get(sandbox, storedText(subject)) as { count: number }
    return count
  }

  /** Removes everything of a sandbox. */
  deleteAll(sandbox: number): void {
    for (const deletion of this.#deletions) deletion.run(sandbox)
  }
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function orderOf(partnerReference: string, row: Columns): Order {
  return {
    partnerReference,
    sku: textOf(row.sku),
    price: row.price,
    placedAt: row.placed_at,
    course: JSON.parse(row.course) as Course,
    ...(row.revokes_key === 1 && { revokesKey: true }),
  }
}

/**
 * A JavaScript string as SQLite keeps it intact: as text, or otherwise as its UTF-16 bytes: SQLite's text ends at a
 * NUL, and UTF-8 has no lone surrogates. To SQLite no text is ever equal to a blob.
 */
function storedText(text: string): string | Buffer {
  return text.isWellFormed() && !text.includes('\0') ? text : Buffer.from(text, 'utf16le')
}

/** The JavaScript string that was stored. */
function textOf(stored: string | Uint8Array): string {
  return typeof stored === 'string' ? stored : Buffer.from(stored).toString('utf16le')
}
