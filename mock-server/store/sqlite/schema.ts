import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store.ts'
import { transactions } from './statements.ts'

/** What a SQLite file of the kit is marked with (`PRAGMA application_id`): "PPKs" in ASCII. */
export const APPLICATION_ID = 0x50_50_4b_73

/**
 * What takes a file from each version of the schema to the next one; a new file begins at version 0. A
 * released one is never edited: a change is another one after it.
 *
 * Amounts are minor units; times are milliseconds of the sandbox they belong to, as JavaScript has them. A sandbox's name
 * is a digest of its key. References, SKUs and subjects are text or blob, so that they stay intact.
 */
export const MIGRATIONS: readonly string[] = [
  `
  -- How the time of every sandbox runs that nobody has moved.
  CREATE TABLE common_time (
    only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
    anchor    TEXT NOT NULL CHECK (json_valid(anchor))
  ) STRICT;

  -- The time of the file: how far ahead of the machine's clock, and which moment it has not passed yet.
  CREATE TABLE steady_time (
    only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
    ahead_ms     REAL NOT NULL,
    shown_until  REAL NOT NULL
  ) STRICT;

  CREATE TABLE sandboxes (
    id               INTEGER PRIMARY KEY,
    -- NULL where it is forgotten: its orders go step by step.
    name             BLOB UNIQUE,
    available        INTEGER NOT NULL,
    is_revoked       INTEGER NOT NULL DEFAULT 0,
    orders           INTEGER NOT NULL DEFAULT 0,
    next_release_at  REAL,
    waiting_faults   TEXT CHECK (json_valid(waiting_faults)),
    -- Its own time, by that of the file; NULL where it has the common one.
    anchor           TEXT CHECK (json_valid(anchor))
  ) STRICT;

  CREATE TABLE orders (
    sandbox      INTEGER NOT NULL,
    reference    ANY NOT NULL,
    sku          ANY NOT NULL,
    price        INTEGER NOT NULL,
    placed_at    REAL NOT NULL,
    course       TEXT NOT NULL CHECK (json_valid(course)),
    revokes_key  INTEGER NOT NULL,
    -- When its money returns, until that is booked.
    due_at       REAL,
    PRIMARY KEY (sandbox, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX orders_by_due ON orders (sandbox, due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE attempts (
    sandbox  INTEGER NOT NULL,
    subject  ANY NOT NULL,
    count    INTEGER NOT NULL,
    PRIMARY KEY (sandbox, subject)
  ) STRICT, WITHOUT ROWID;

  -- The journal: each exchange as JSON, without any key. A call without an accepted key has an empty partner.
  CREATE TABLE exchanges (
    seq       INTEGER PRIMARY KEY,
    partner   TEXT NOT NULL,
    at        TEXT NOT NULL,
    bytes     INTEGER NOT NULL,
    document  TEXT NOT NULL CHECK (json_valid(document))
  ) STRICT;
  CREATE INDEX exchanges_by_partner ON exchanges (partner, seq, bytes);

  -- What the journal no longer has of a partner.
  CREATE TABLE dropped (
    partner   TEXT PRIMARY KEY,
    count     INTEGER NOT NULL,
    first_at  TEXT NOT NULL,
    last_at   TEXT NOT NULL
  ) STRICT;

  -- When a key was last used, by the time of the file. It may have no sandbox.
  CREATE TABLE key_uses (
    name     BLOB PRIMARY KEY,
    partner  TEXT,
    used_at  REAL NOT NULL
  ) STRICT;
  CREATE INDEX key_uses_by_time ON key_uses (used_at);
  `,
]

export type FileSchema = {
  readonly applicationId: number
  readonly migrations: readonly string[]
}

export const OF_A_MOCK: FileSchema = { applicationId: APPLICATION_ID, migrations: MIGRATIONS }

/**
 * Brings a database to the newest version of its schema, wholly or not at all.
 *
 * @throws {StoreError} for a database of a version that is newer than these.
 */
export function migrate(
  database: DatabaseSync,
  file: string,
  { applicationId, migrations }: FileSchema,
): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > migrations.length) throw new StoreError(newer(file, version, migrations.length))
  if (version === migrations.length) return
  transactions(database)(() => {
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
  })
}

function newer(file: string, version: number, known: number): string {
  return `${file} was written by a newer partner-purchase-kit: its schema has version ${version}, and this one knows ${known}. Nothing was changed. Use that kit, or another file.`
}
