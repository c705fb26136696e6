/** Runs one statement, with values for its `$1`, `$2` … */
export type Query = <Row>(text: string, values?: readonly (string | number)[]) => Promise<readonly Row[]>

/**
 * What the store needs of a database. Everything rejects with a {@link StoreUnavailableError} where the database can't be
 * reached, or went away before it answered.
 */
export type SqlDriver = {
  /** For messages: a file, or a host and a database. Never a password. */
  readonly name: string
  /** Whether other processes may use it at the same time. */
  readonly isShared: boolean
  /** The SQL expression for the database's clock, in milliseconds since the Unix epoch. */
  readonly clock: string
  /** The statement by which mocks that start at once make the tables one after another. */
  readonly lockTables: string
  readonly query: Query
  /** Everything or nothing of what is asked through the given query. A work that throws is rolled back. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
