import type { DatabaseSync } from 'node:sqlite'
import type { Course } from '../../../contract/scenario/scenario.ts'
import { waitingIn, waitingText } from '../../../contract/wire/ordered-fault.ts'
import type { Records, SandboxRecord } from '../local-store.ts'
import type { Order } from '../order.ts'
import type { Anchor } from '../sandbox-clock.ts'
import { nameByDigest } from '../store.ts'
import { prepared } from './statements.ts'

type Sandbox = SandboxRecord & { readonly id: number }

/** The columns are of these types: the schema is STRICT, and what is JSON was one of these when it was written. */
type SandboxRow = {
  id: number
  available: number
  is_revoked: number
  orders: number
  next_release_at: number | null
  waiting_faults: string | null
  anchor: string | null
}
type OrderRow = {
  reference: string | Uint8Array
  sku: string | Uint8Array
  price: number
  placed_at: number
  course: string
  revokes_key: number
}

/** Above this number, no purchase has to wait until they are sorted: they have no index by time. */
const MOST_SORTED = 20_000

/** What a file has of sandboxes. Nothing here makes a transaction of its own. */
export function sqliteRecords(database: DatabaseSync, nameOf: (sandbox: string) => Buffer): Records<Sandbox> {
  const statements = prepared(database, {
    find: 'SELECT * FROM sandboxes WHERE name = ?',
    create: 'INSERT INTO sandboxes (name, available) VALUES (?, ?) RETURNING *',
    save: 'UPDATE sandboxes SET available = ?, is_revoked = ?, orders = ?, next_release_at = ?, waiting_faults = ?, anchor = ? WHERE id = ?',
    names: `SELECT lower(hex(name)) AS digest FROM sandboxes ORDER BY id DESC LIMIT ?`,
    findOrder: 'SELECT * FROM orders WHERE sandbox = ? AND reference = ?',
    latest: 'SELECT * FROM orders WHERE sandbox = ? ORDER BY placed_at DESC LIMIT ?',
    addOrder: `INSERT INTO orders (sandbox, reference, sku, price, placed_at, course, revokes_key, due_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    due: 'SELECT SUM(price) AS sum FROM orders WHERE sandbox = ? AND due_at <= ?',
    book: 'UPDATE orders SET due_at = NULL WHERE sandbox = ? AND due_at <= ?',
    nextDue: 'SELECT MIN(due_at) AS at FROM orders WHERE sandbox = ? AND due_at IS NOT NULL',
    countAttempt: `INSERT INTO attempts (sandbox, subject, count) VALUES (?, ?, 1)
      ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count`,
    removeOrders: 'DELETE FROM orders WHERE sandbox = ?',
    removeAttempts: 'DELETE FROM attempts WHERE sandbox = ?',
    remove: 'DELETE FROM sandboxes WHERE id = ?',
  })
  return {
    find(sandbox) {
      const row = statements.find.get(nameOf(sandbox)) as SandboxRow | undefined
      return row && sandboxIn(row)
    },
    create: (sandbox, available) =>
      sandboxIn(statements.create.get(nameOf(sandbox), available) as SandboxRow),
    save({ id, available, isRevoked, orders, nextReleaseAt, waiting, anchor }) {
      const time = anchor && JSON.stringify(anchor)
      const faults = waitingText(waiting)
      statements.save.run(available, Number(isRevoked), orders, nextReleaseAt, faults, time, id)
    },
    remove(_, { id }) {
      const { removeOrders, removeAttempts, remove } = statements
      for (const removal of [removeOrders, removeAttempts, remove]) removal.run(id)
    },
    names: (most) => statements.names.all(most).map(({ digest }) => nameByDigest(String(digest))),
    findOrder({ id }, partnerReference) {
      const row = statements.findOrder.get(id, storedText(partnerReference)) as OrderRow | undefined
      return row && orderIn(row)
    },
    latest: ({ id, orders }, most) =>
      orders > MOST_SORTED ? [] : (statements.latest.all(id, most) as OrderRow[]).map(orderIn),
    addOrder({ id }, { partnerReference, sku, price, placedAt, course, revokesKey = false }, dueAt) {
      const [reference, story] = [storedText(partnerReference), JSON.stringify(course)]
      const { addOrder } = statements
      addOrder.run(id, reference, storedText(sku), price, placedAt, story, Number(revokesKey), dueAt)
    },
    due: ({ id }, now) => (statements.due.get(id, now) as { sum: number | null }).sum ?? 0,
    book({ id }, now) {
      statements.book.run(id, now)
      return (statements.nextDue.get(id) as { at: number | null }).at
    },
    countAttempt: ({ id }, subject) =>
      (statements.countAttempt.get(id, storedText(subject)) as { count: number }).count,
  }
}

function sandboxIn(row: SandboxRow): Sandbox {
  return {
    id: row.id,
    available: row.available,
    isRevoked: row.is_revoked === 1,
    orders: row.orders,
    nextReleaseAt: row.next_release_at,
    waiting: waitingIn(row.waiting_faults),
    anchor: row.anchor === null ? null : (JSON.parse(row.anchor) as Anchor),
  }
}

function orderIn(row: OrderRow): Order {
  return {
    partnerReference: textIn(row.reference),
    sku: textIn(row.sku),
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

function textIn(stored: string | Uint8Array): string {
  return typeof stored === 'string' ? stored : Buffer.from(stored).toString('utf16le')
}
