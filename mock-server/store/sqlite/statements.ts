import type { DatabaseSync, StatementSync } from 'node:sqlite'

export function prepared<Name extends string>(
  database: DatabaseSync,
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> {
  const statements = Object.entries<string>(texts).map(([name, text]) => [name, database.prepare(text)])
  // They have the names of the texts.
  return Object.fromEntries(statements) as Record<Name, StatementSync>
}

/** What does everything or nothing, while nothing else is written. */
export type Transaction = <Result>(work: () => Result) => Result

export function transactions(database: DatabaseSync): Transaction {
  const { begin, commit, rollback } = prepared(database, {
    begin: 'BEGIN IMMEDIATE',
    commit: 'COMMIT',
    rollback: 'ROLLBACK',
  })
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
