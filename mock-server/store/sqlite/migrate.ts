import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store.ts'
import { APPLICATION_ID } from './schema.ts'
import { transactions } from './transaction.ts'

/**
 * Brings a database to the newest version of its schema, wholly or not at all.
 *
 * @param migrations what takes it from each version to the next one.
 * @throws {StoreError} for a database of a version that is newer than these.
 */
export function migrate(database: DatabaseSync, file: string, migrations: readonly string[]): void {
  const version = pragmaNumber(database, 'user_version')
  if (version > migrations.length) throw new StoreError(newer(file, version, migrations.length))
  if (version === migrations.length) return
  transactions(database)(() => {
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`)
  })
}

/** The number that a pragma returns. */
function pragmaNumber(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}

function newer(file: string, version: number, known: number): string {
  return `${file} was written by a newer partner-purchase-kit: its schema has version ${version}, and this one knows ${known}. Nothing was changed. Use that kit, or another file.`
}
