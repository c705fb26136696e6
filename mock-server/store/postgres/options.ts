import { type ConnectionOptions, parse, toClientConfig } from 'pg-connection-string'
import { StoreError } from '../store.ts'

/** How a store in PostgreSQL uses its database. Everything has a default. */
export type PostgresOptions = {
  /** How many connections it keeps at most, one that listens besides; 10. */
  readonly poolSize?: number
  /** How long a connection, or a place in the pool, is waited for; 2,000. */
  readonly connectionTimeoutMs?: number
  /** How long one statement may take, with its wait for others; 5,000. */
  readonly statementTimeoutMs?: number
  /** After which time a connection that nobody uses is closed; 30,000. */
  readonly idleMs?: number
  /** `transaction` where a pooler in that mode is between: nothing is kept in a session, and changes of time are polled for. */
  readonly pooler?: 'session' | 'transaction'
  /** How fast the time of every sandbox runs until it is set otherwise; 1. */
  readonly speed?: number
}

export const POSTGRES_DEFAULTS: Required<PostgresOptions> = {
  poolSize: 10,
  connectionTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
  idleMs: 30_000,
  pooler: 'session',
  speed: 1,
}

/** Everything of the store is in a schema of its own, so that it can share a database. */
export const SCHEMA = 'partner_purchase'

const FORM = 'postgres://user:password@host:5432/database'

/** Reads the URL of a database. No error quotes anything of it: its password may then be anywhere. */
export function databaseAddress(url: string) {
  const written = read(url)
  const { host, port, database, password = '' } = written
  const secrets = [encodeURIComponent(password), password].filter((secret) => secret !== '')
  return {
    connection: toClientConfig(written),
    /** Everything in the URL, including the query's parameters. */
    written,
    /** For readers: host, port and database, without the user. */
    name: `postgres://${host || 'localhost'}${port ? `:${port}` : ''}/${database ?? ''}`,
    /** Removes the password from a text, encoded or not. */
    clean: (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '[password]'), text),
  }
}

/** The address of a database, and its name for messages, which never contain its password. */
export type DatabaseAddress = ReturnType<typeof databaseAddress>

function read(url: string): ConnectionOptions {
  try {
    if (/^postgres(?:ql)?:\/\//.test(url)) return parse(url)
  } catch (error) {
    // A certificate that the URL names is read too: its path may be quoted.
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== undefined) throw new StoreError(`--store: the file ${path} can't be read (${code}).`)
  }
  throw new StoreError(`--store: found a URL that can't be read. Write it as ${FORM}, with %40 for an @.`)
}

type Limits = readonly [least: number, most: number]

/** The options that a URL can have in addition to the address of the database, with their limits. */
const IN_URL = {
  poolSize: [3, 1_000],
  connectionTimeoutMs: [1, 600_000],
  statementTimeoutMs: [1, 600_000],
  idleMs: [1, 86_400_000],
} as const satisfies Partial<Record<keyof PostgresOptions, Limits>>

/** @throws {StoreError} for an option that is no whole number within its limits. */
export function optionsInUrl(written: Readonly<Record<string, unknown>>): PostgresOptions {
  const { pooler } = written
  if (pooler !== undefined && pooler !== 'transaction' && pooler !== 'session')
    throw new StoreError(
      '--store: found another pooler in the URL, expected pooler=transaction or pooler=session.',
    )
  const numbers = Object.fromEntries(
    Object.entries(IN_URL).flatMap(([name, limits]) => {
      const text = written[name]
      return text === undefined ? [] : [[name, wholeNumber(name, String(text), limits)]]
    }),
  )
  return { ...numbers, ...(pooler !== undefined && { pooler }) }
}

function wholeNumber(name: string, text: string, [least, most]: Limits): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new StoreError(
    `--store: found ${name}=${JSON.stringify(text.slice(0, 20))} in the URL, expected a whole number from ${least} to ${most}.`,
  )
}
