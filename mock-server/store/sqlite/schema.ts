import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store.ts'
import { transactions } from './statements.ts'

/** What a SQLite file of the kit is marked with (`PRAGMA application_id`): "PPKs" in ASCII. */
export const APPLICATION_ID = 0x50_50_4b_73

/** A file with another version is refused: to change the schema is to raise its version. */
export const SCHEMA_VERSION = 2

/**
 * Amounts are minor units; times are milliseconds of the sandbox they belong to, as JavaScript has them. A sandbox's name
 * is a digest of its key. References, SKUs and subjects are text or blob, so that they stay intact.
 */
const TABLES = `
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
    name             BLOB NOT NULL UNIQUE,
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
`

/**
 * Makes the tables of a new file, wholly or not at all.
 *
 * @throws {StoreError} for a file with another version of the schema.
 */
export function makeTables(database: DatabaseSync, file: string): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (found === SCHEMA_VERSION) return
  if (found !== 0) throw new StoreError(ofAnotherVersion(file, found))
  const marks = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`
  transactions(database)(() => database.exec(`${TABLES}; ${marks}`))
}

function ofAnotherVersion(file: string, found: number): string {
  return `${file} was written by another version of partner-purchase-kit: its schema has version ${found}, and this one knows ${SCHEMA_VERSION} alone. Nothing was changed. Use that version, or another file.`
}
