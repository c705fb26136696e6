import { DEFAULT_BOUNDS, type JournalBounds } from '../../../contract/wire/dropped.ts'

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
  /** How much of the journals of all replicas it keeps; of each key 2,000 exchanges and 4 MiB, of all 64 MiB. */
  readonly journal?: Partial<JournalBounds>
}

/** The defaults of a store. */
export const POSTGRES_DEFAULTS: Required<PostgresOptions> & { readonly journal: JournalBounds } = {
  poolSize: 10,
  connectionTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
  idleMs: 30_000,
  pooler: 'session',
  speed: 1,
  journal: DEFAULT_BOUNDS,
}

/** Everything of the store is in a schema of its own, so that it can share a database. */
export const SCHEMA = 'partner_purchase'
