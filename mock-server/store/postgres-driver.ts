import pg from 'pg'
import type { Query, SqlDriver } from './sql-driver.ts'
import { sqlStore } from './sql-store.ts'
import { type Store, StoreError, StoreUnavailableError } from './store.ts'

const CONNECTIONS = 10
/** How long a connection, or a place in the pool, is waited for. */
const CONNECTION_TIMEOUT_MS = 10_000
/** How long one statement may take, including its wait for locks. */
const STATEMENT_TIMEOUT_MS = 5_000

const FORM = 'postgres://user:password@host:5432/database'
const CLOCK = 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS DOUBLE PRECISION)'
/** Any number that nobody else uses for an advisory lock. */
const LOCK_TABLES = 'SELECT pg_advisory_xact_lock(7274727017)'

/**
 * A store in a database of PostgreSQL, which any number of mocks may use.
 *
 * @param clock the SQL expression for its clock; tests replace the database's own.
 * @throws {StoreError} for a database that can't be used. No message contains its password.
 */
export async function postgresStore(url: string, speed: number, clock = CLOCK): Promise<Store> {
  return sqlStore(await postgresDriver(url, clock), speed)
}

/** It keeps nothing in a session: a pooler may stand in front of the database. */
async function postgresDriver(url: string, clock: string): Promise<SqlDriver> {
  const config = { connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS }
  const { name, password } = addressOf(config)
  const reasonOf = (cause: unknown): string => {
    const { message, code } = cause as { message?: unknown; code?: unknown }
    // For a name with several addresses, Node throws one error without a message.
    const reason = String(message || code || cause)
    return password ? reason.replaceAll(password, '[password]') : reason
  }
  const pool = new pg.Pool({
    ...config,
    max: CONNECTIONS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'partner-purchase',
    keepAlive: true,
  })
  // A connection that is lost while it is idle does not matter: the pool makes another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const unavailable = (cause: unknown) =>
    new StoreUnavailableError(
      `The store in ${name} did not answer: ${reasonOf(cause)}. Nothing is known of what was asked; ask the same again.`,
    )
  const connected = async <Result>(work: (query: Query) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch((cause) => {
      throw unavailable(cause)
    })
    const query: Query = async (text, values = []) => {
      const { rows } = await client.query(text, [...values]).catch((cause) => {
        throw unavailable(cause)
      })
      return rows
    }
    try {
      const result = await work(query)
      client.release()
      return result
    } catch (cause) {
      // Closing the connection rolls back.
      client.release(true)
      throw cause
    }
  }
  let closing: Promise<void> | undefined
  const driver: SqlDriver = {
    name,
    isShared: true,
    clock,
    lockTables: LOCK_TABLES,
    query: (text, values) => connected((query) => query(text, values)),
    transaction: (work) =>
      connected(async (query) => {
        await query('BEGIN ISOLATION LEVEL READ COMMITTED')
        const result = await work(query)
        await query('COMMIT')
        return result
      }),
    async close() {
      closing ??= pool.end()
      await closing
    },
  }
  try {
    await refuseOlder(driver)
    return driver
  } catch (cause) {
    await driver.close()
    if (cause instanceof StoreError) throw cause
    throw new StoreError(`--store: the database can't be used. ${(cause as Error).message}`)
  }
}

async function refuseOlder({ name, query }: SqlDriver): Promise<void> {
  const [row] = await query<{ older: string | null }>(
    "SELECT to_regclass('partner_purchase.version')::text AS older",
  )
  if (row?.older)
    throw new StoreError(
      `--store: ${name} holds the schema partner_purchase of an older release. Nothing was changed. Remove it (DROP SCHEMA partner_purchase CASCADE), or name another database.`,
    )
}

/** Reads the URL of a database. An error quotes nothing of it: the password may be anywhere in it. */
function addressOf(config: pg.ClientConfig): {
  readonly name: string
  readonly password: string | undefined
} {
  try {
    const { host, port, database, password } = new pg.Client(config)
    return { name: `postgres://${host}:${port}/${database}`, password }
  } catch {
    throw new StoreError(`--store: found a URL that can't be read. Write it as ${FORM}, with %40 for an @.`)
  }
}
