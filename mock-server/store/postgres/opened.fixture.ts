import { onTestFinished } from 'vitest'
import type { PostgresOptions } from './options.ts'
import { postgresStore } from './postgres-store.ts'

/** A store over a database, until the test ends. */
export async function openPostgres(url: string, options?: PostgresOptions) {
  const store = await postgresStore(url, options)
  onTestFinished(() => store.close())
  return store
}
