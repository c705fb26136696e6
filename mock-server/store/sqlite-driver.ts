import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Clock } from '../../contract/clock.ts'
import type { Query, SqlDriver } from './sql-driver.ts'
import { sqlStore } from './sql-store.ts'
import { type Store, StoreError, StoreUnavailableError } from './store.ts'

/** How long to wait for another process that has the file: it may be ending. */
const PATIENCE_MS = 1_000

/** https://sqlite.org/rescode.html: the primary codes, which are the lowest byte of an error's code. */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another process holds it. Stop that process, or use another file: one mock at a time keeps its orders in it',
  14: 'it is a folder, or its folder is missing or not writable. Name another file',
  26: 'it is no SQLite database. Nothing was changed; use another file',
}

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

/**
 * A store in one SQLite file. An answered purchase survives any end of the process, but not always a power failure.
 *
 * @throws {StoreError} for a file that can't be used, or that another process holds.
 */
export async function sqliteStore(file: string, clock: Pick<Clock, 'now'>, speed: number): Promise<Store> {
  return sqlStore(sqliteDriver(file, clock), speed)
}

/** It locks the file for this process. The operating system ends the lock, however the process ends. */
function sqliteDriver(file: string, clock: Pick<Clock, 'now'>): SqlDriver {
  const database = openFile(file)
  database.function('clock_ms', () => clock.now())
  const prepared = new Map<string, StatementSync>()
  const query: Query = async <Row>(text: string, values: readonly (string | number)[] = []) => {
    try {
      const statement = prepared.get(text) ?? database.prepare(text)
      prepared.set(text, statement)
      const named = Object.fromEntries(values.map((value, index) => [index + 1, value]))
      // The caller says which columns it asks for.
      return statement.all(named) as Row[]
    } catch (cause) {
      throw new StoreUnavailableError(`The store in ${file} failed: ${messageOf(cause)}.`, { cause })
    }
  }
  /** There is one connection: other statements wait until a transaction has ended. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  return {
    name: file,
    isShared: false,
    clock: 'clock_ms()',
    lockTables: 'SELECT 1',
    query: (text, values) => inTurn(() => query(text, values)),
    transaction: (work) =>
      inTurn(async () => {
        try {
          await query('BEGIN IMMEDIATE')
          const result = await work(query)
          await query('COMMIT')
          return result
        } catch (cause) {
          if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
          throw cause
        }
      }),
    async close() {
      await last
      if (database.isOpen) database.close()
    },
  }
}

function openFile(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: PATIENCE_MS })
    refuseForeign(database)
    // A commit is written to the log before it is answered, so it survives the process. With NORMAL the operating
    // system decides when the log reaches the disk: a power failure may lose the last purchases.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // Digests scatter rows over the file: 64 MB of it stay in memory.
    database.exec('PRAGMA cache_size = -65536; BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (cause) {
    database?.close()
    const reason = REASONS[codeOf(cause)] ?? messageOf(cause)
    throw new StoreError(`Can't keep the store in ${file}: ${reason}.`, { cause })
  }
}

/** Called before anything is written. */
function refuseForeign(database: DatabaseSync): void {
  const tables = database.prepare(TABLES).all()
  if (tables.length > 0 && !tables.some(({ name }) => name === 'partner_purchase_version'))
    throw new Error(
      'it is a database of another program, or of another release of this kit. Nothing was changed; use another file, or delete this one',
    )
}

function codeOf(cause: unknown): number {
  return cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : Number.NaN
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
