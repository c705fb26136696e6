import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** What does everything or nothing, while nothing else is written: prepared once for many. */
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
