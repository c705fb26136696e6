import pg from 'pg'
import { StoreError } from '../../store.ts'
import { connectionConfig, reasonOf } from '../database.ts'
import { type DatabaseAddress, type PostgresOptions, SCHEMA } from '../options.ts'
import { SCHEMA_VERSION, TABLES_AND_FUNCTIONS } from './schema.ts'

/** The advisory lock that replicas take one after another when they start. Any otherwise unused number. */
const LOCK = 7_274_727_017

/** How long a starting replica may wait for another that makes the schema. */
const LONGEST_START_MS = 60_000

/**
 * Makes the schema in a database that has none, in one transaction, and begins there. Replicas that start at once wait for
 * one another.
 *
 * @returns since when the time of all sandboxes runs at its speed, in milliseconds of the database's clock.
 * @throws {StoreError} when the database can't be reached or used, or has another version of the schema.
 */
export async function begin(address: DatabaseAddress, options: Required<PostgresOptions>): Promise<number> {
  const client = new pg.Client({
    ...connectionConfig(address, options),
    ...(options.pooler === 'session' && { statement_timeout: LONGEST_START_MS }),
    query_timeout: LONGEST_START_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await makeSchema(client, address)
    const { rows } = await client.query<{ clockTime: number }>(BEGIN, [options.speed])
    await client.query('commit')
    if (options.pooler === 'session') await refuseSharedSession(client, address, options)
    // The one row of a `returning` that always returns it.
    return (rows[0] as { clockTime: number }).clockTime
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(error, address)
  } finally {
    // What was not committed ends with its connection; one that broke has ended already.
    await client.end().catch(() => {})
  }
}

const SESSION = 'partner_purchase.session'

/**
 * Through a pooler in transaction mode, another client gets the connection that this one has just used. A mock whose sessions are
 * not its own would buy for a while, and then fail.
 */
async function refuseSharedSession(
  client: pg.Client,
  address: DatabaseAddress,
  options: Required<PostgresOptions>,
): Promise<void> {
  const mark = crypto.randomUUID()
  await client.query('select set_config($1, $2, false)', [SESSION, mark])
  const other = new pg.Client(connectionConfig(address, options))
  other.on('error', () => {})
  try {
    await other.connect()
    const { rows } = await other.query('select current_setting($1, true) as mark', [SESSION])
    if (rows[0]?.mark !== mark) return
  } finally {
    await other.end().catch(() => {})
  }
  throw throughPooler(address)
}

function throughPooler({ name }: DatabaseAddress): StoreError {
  return new StoreError(
    `--store: between here and ${name} is a pooler that keeps no sessions, as PgBouncer in transaction mode. Add pooler=transaction to the URL, or connect to the database itself.`,
  )
}

const BEGIN = `
  insert into ${SCHEMA}.beginning as b (speed, clock_time) values ($1, ${SCHEMA}.kept_ms())
  on conflict (speed) do update set clock_time = b.clock_time
  returning clock_time as "clockTime"`

async function makeSchema(client: pg.Client, address: DatabaseAddress): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  const found = await versionOf(client)
  if (found === SCHEMA_VERSION) return
  if (found !== undefined) throw ofAnotherVersion(address, found)
  await client.query(`create schema if not exists ${SCHEMA}`)
  await client.query(`create table ${SCHEMA}.version (number integer not null)`)
  await client.query(TABLES_AND_FUNCTIONS)
  await client.query(`insert into ${SCHEMA}.version values ($1)`, [SCHEMA_VERSION])
}

/** `undefined` if there is no schema yet. Read first, since creating an existing schema needs a right that a mock may not have. */
async function versionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('${SCHEMA}.version') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) return undefined
  const versions = await client.query<{ number: number }>(`select number from ${SCHEMA}.version`)
  return versions.rows[0]?.number
}

function ofAnotherVersion({ name }: DatabaseAddress, found: number): StoreError {
  return new StoreError(
    `--store: the store in ${name} has version ${found} of its schema, and this release knows ${SCHEMA_VERSION} alone. Nothing was changed. Start the release that wrote it, or give another database.`,
  )
}

function unusable(error: unknown, address: DatabaseAddress): StoreError {
  const reason = reasonOf(error, address)
  if (reason.includes('unsupported startup parameter')) return throughPooler(address)
  return new StoreError(
    `--store: the database ${address.name} can't be used: ${reason}. Start it, or correct its URL; it needs the right to create the schema ${SCHEMA}.`,
  )
}
