/** Runs one statement, with values for its `$1`, `$2` … */
export type Query = <Row>(text: string, values?: readonly (string | number)[]) => Promise<readonly Row[]>

/**
 * What the store needs of a database. Everything rejects with a {@link StoreUnavailableError} if the database can't be
 * reached or does not answer.
 */
export type SqlDriver = {
  /** For messages: a file, or a host and a database. Never a password. */
  readonly name: string
  /** Whether other processes may use it at the same time. */
  readonly isShared: boolean
  /** The SQL expression for the database's clock, in milliseconds since the Unix epoch. */
  readonly clock: string
  /** Lets mocks that start at the same time create the tables one after another. */
  readonly lockTables: string
  readonly query: Query
  /** Runs the statements of `work` as a whole, or rolls them back if it throws. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
