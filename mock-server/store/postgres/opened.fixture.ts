import { onTestFinished } from 'vitest'
import type { PostgresOptions } from './options.ts'
import { postgresStore } from './postgres-store.ts'

/** On a busy machine, a hundred purchases at once may wait long for a connection. */
export const PATIENT: PostgresOptions = { connectionTimeoutMs: 30_000, statementTimeoutMs: 30_000 }

/** A store over a database, until the test ends. */
export async function openPostgres(url: string, options?: PostgresOptions) {
  const store = await postgresStore(url, options)
  onTestFinished(() => store.close())
  return store
}
