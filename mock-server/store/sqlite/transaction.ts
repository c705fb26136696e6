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

type Waiting<Item, Answer> = {
  readonly item: Item
  resolve(answer: Answer): void
  reject(cause: unknown): void
}

/**
 * Carries out the calls of one turn of the event loop together: no call waits for others, and under load more of them
 * share the cost.
 *
 * @param carryOut answers each item, in order; if it throws, all of them reject.
 *
 * @example
 * const double = inOneTurn((numbers: readonly number[]) => numbers.map((number) => number * 2))
 * await Promise.all([double(1), double(2)]) // carried out once, for 1 and 2
 */
export function inOneTurn<Item, Answer>(
  carryOut: (items: readonly Item[]) => readonly Answer[],
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  const turn = () => {
    const batch = waiting
    waiting = []
    try {
      const answers = carryOut(batch.map(({ item }) => item))
      // There are as many answers as items.
      batch.forEach(({ resolve }, place) => void resolve(answers[place] as Answer))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    }
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(turn)
      waiting.push({ item, resolve, reject })
    })
}
