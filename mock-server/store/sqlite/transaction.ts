import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Does everything or nothing. Nothing else is written meanwhile. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  return transactions(database)(work)
}

/** {@link transaction}, prepared once for many. */
export function transactions(database: DatabaseSync): <Result>(work: () => Result) => Result {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    database.prepare(sql),
  ) as [StatementSync, StatementSync, StatementSync]
  return (work) => {
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (cause) {
      if (database.isTransaction) rollback.run()
      throw cause
    }
  }
}
