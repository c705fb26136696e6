import type { SqlDriver } from './sql-driver.ts'
import { StoreError } from './store.ts'

/** Raise it with every change of the tables: those of another version are refused. */
export const VERSION = 5

const READ_VERSION = 'SELECT version FROM partner_purchase_version'

/**
 * SQLite and PostgreSQL understand the same text. Keys, references and subjects are found by digests, whatever their
 * length and characters; sandboxes and orders are JSON.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS partner_purchase_version (version INTEGER PRIMARY KEY)`,
  `CREATE TABLE IF NOT EXISTS partner_purchase_keys (name TEXT PRIMARY KEY, state TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS partner_purchase_orders (
    name TEXT NOT NULL, reference TEXT NOT NULL, placed_at DOUBLE PRECISION NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (name, reference))`,
  `CREATE TABLE IF NOT EXISTS partner_purchase_attempts (
    name TEXT NOT NULL, subject TEXT NOT NULL, count DOUBLE PRECISION NOT NULL, PRIMARY KEY (name, subject))`,
]

/** Every statement of the store. `clock` is an SQL expression. */
export function statementsFor(clock: string) {
  return {
    version: READ_VERSION,
    /** Inserts the row of a key, or updates it to what it is: that locks it until the transaction ends. */
    lock: `INSERT INTO partner_purchase_keys AS k (name, state) VALUES ($1, '')
      ON CONFLICT (name) DO UPDATE SET state = k.state RETURNING state, ${clock} AS clock`,
    save: `UPDATE partner_purchase_keys SET state = $2 WHERE name = $1`,
    /** Returns a row for an unknown key, too. */
    readKey: `SELECT ${clock} AS clock, (SELECT state FROM partner_purchase_keys WHERE name = $1) AS state`,
    readOrder: `SELECT ${clock} AS clock, (SELECT state FROM partner_purchase_keys WHERE name = $1) AS state,
      (SELECT document FROM partner_purchase_orders WHERE name = $1 AND reference = $2) AS document`,
    findOrder: `SELECT document FROM partner_purchase_orders WHERE name = $1 AND reference = $2`,
    addOrder: `INSERT INTO partner_purchase_orders (name, reference, placed_at, document) VALUES ($1, $2, $3, $4)`,
    countOrders: `SELECT CAST(count(*) AS DOUBLE PRECISION) AS count FROM partner_purchase_orders WHERE name = $1`,
    latestOrders: `SELECT document FROM partner_purchase_orders WHERE name = $1 ORDER BY placed_at DESC LIMIT $2`,
    countAttempt: `INSERT INTO partner_purchase_attempts AS a (name, subject, count) VALUES ($1, $2, 1)
      ON CONFLICT (name, subject) DO UPDATE SET count = a.count + 1 RETURNING count`,
    names: `SELECT name FROM partner_purchase_keys WHERE state <> '' LIMIT $1`,
    removals: ['orders', 'attempts', 'keys'].map(
      (table) => `DELETE FROM partner_purchase_${table} WHERE name = $1`,
    ),
  } as const
}

/**
 * Creates the tables unless they exist: then no right to create any is needed.
 *
 * @throws {StoreError} for tables of another version.
 */
export async function makeTables(driver: SqlDriver): Promise<void> {
  // Without tables this fails. If the database is away, so does the next statement.
  const [found] = await driver.query<{ version: number }>(READ_VERSION).catch(() => [])
  if (found !== undefined && found.version !== VERSION)
    throw new StoreError(
      `The store in ${driver.name} has version ${found.version} of its tables, and this release knows ${VERSION} alone. Nothing was changed. Use the release that wrote it, or another store.`,
    )
  if (found !== undefined) return
  await driver.transaction(async (query) => {
    await query(driver.lockTables)
    for (const table of TABLES) await query(table)
    await query('INSERT INTO partner_purchase_version VALUES ($1) ON CONFLICT DO NOTHING', [VERSION])
  })
}
