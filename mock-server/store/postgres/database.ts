import pg from 'pg'
import { StoreUnavailableError } from '../store.ts'
import { type DatabaseAddress, type PostgresOptions, SCHEMA } from './options.ts'

/** A statement that each connection prepares once. */
export type SqlStatement = { readonly name: string; readonly text: string }

/** Statements by their names, which no other statement of a connection may have. */
export function statements<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, SqlStatement>> {
  const named = Object.entries<string>(texts).map(([name, text]) => {
    const inWords = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [name, { name: inWords, text }]
  })
  // They have the names of the texts.
  return Object.fromEntries(named) as Record<Name, SqlStatement>
}

/** After a failed connection, no new one is tried for so long: waiting calls fail at once. */
const RESPITE_MS = 100
/** How much longer the driver waits than the database's own time limit: after that, the connection is dead. */
const GRACE_MS = 1_000
const NAME = 'partner-purchase'

export function connectionConfig(address: DatabaseAddress, options: Required<PostgresOptions>) {
  return {
    ...address.connection,
    application_name: NAME,
    connectionTimeoutMillis: options.connectionTimeoutMs,
    // A pooler hands a connection on, and refuses what would stay with it.
    ...(options.pooler === 'session' && { statement_timeout: options.statementTimeoutMs }),
    query_timeout: options.statementTimeoutMs + GRACE_MS,
    keepAlive: true,
  } satisfies pg.ClientConfig
}

/** Opens a pool, which connects for its first statement. */
export function openDatabase(address: DatabaseAddress, options: Required<PostgresOptions>) {
  const pool = new pg.Pool({
    ...connectionConfig(address, options),
    max: options.poolSize,
    idleTimeoutMillis: options.idleMs,
  })
  // A connection that is lost while it is idle does not matter: the pool makes another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const isPrepared = options.pooler === 'session'
  let closing: Promise<void> | undefined
  let failure: { readonly error: unknown; readonly until: number } | undefined
  const connection = async (): Promise<pg.PoolClient> => {
    if (pool.idleCount === 0 && failure !== undefined && performance.now() < failure.until)
      throw unavailable(failure.error, address)
    try {
      return await pool.connect()
    } catch (error) {
      failure = { error, until: performance.now() + RESPITE_MS }
      throw unavailable(error, address)
    }
  }
  return {
    /** One round trip. @throws {StoreUnavailableError} when the database is away, or went away before it answered. */
    async run<Row extends pg.QueryResultRow>(
      statement: SqlStatement,
      values: unknown[],
    ): Promise<readonly Row[]> {
      const client = await connection()
      try {
        const { name, text } = statement
        const { rows } = await client.query<Row>({ text, values, ...(isPrepared && { name }) })
        client.release()
        return rows
      } catch (error) {
        // The next statement must not inherit the state of this connection.
        client.release(true)
        throw isPassing(error) ? unavailable(error, address) : refused(error, statement, address)
      }
    },
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

function refused(error: unknown, { name }: SqlStatement, address: DatabaseAddress): Error {
  return new Error(`The statement ${name} was refused by ${address.name}: ${reasonOf(error, address)}.`)
}

/**
 * The states in which something that the store made is missing from the database: a schema, a table, a function or a
 * right. The statements never change, so they were right before.
 */
const CHANGED = ['3F', '42']

/**
 * The states in which a database refuses a statement for now, and may accept it later: by class, or single ones
 * (PostgreSQL, appendix A).
 */
const PASSING = [
  '08', // connection exception
  '25006', // read only, as a standby is until it takes over
  '40', // transaction rollback
  '53', // insufficient resources
  '55P03', // a lock that was not free in time
  '57', // operator intervention: shut down, starting up, cancelled
  '58', // system error
  'XX', // damaged data
  ...CHANGED,
]

/** Whether an error of the driver means that the database is away, not that it was asked something wrong. */
function isPassing(error: unknown): boolean {
  const state = stateOf(error)
  // Without a state, the statement did not reach the database, or its answer was lost.
  return state === undefined || isOneOf(PASSING, state)
}

function isOneOf(prefixes: readonly string[], state: string): boolean {
  return prefixes.some((prefix) => state.startsWith(prefix))
}

/** The five characters of SQLSTATE; `undefined` for an error that is not the database's own. */
function stateOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export function reasonOf(error: unknown, address: DatabaseAddress): string {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  // Where a name has several addresses, Node gathers their errors in one without a message.
  return address.clean(String(message || code || error))
}

function unavailable(error: unknown, address: DatabaseAddress): StoreUnavailableError {
  const reason = reasonOf(error, address)
  const state = stateOf(error)
  return new StoreUnavailableError(
    state !== undefined && isOneOf(CHANGED, state)
      ? `The store in ${address.name} is no longer what this mock made there: ${reason}. No purchase is recorded: restore the schema ${SCHEMA}, or stop the mock and start it again, which makes a new one.`
      : `The store in ${address.name} did not answer: ${reason}. Nothing is known of what was asked; ask the same again.`,
  )
}
