import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type MaybePromise, StoreError, StoreUnavailableError } from '../store.ts'
import { APPLICATION_ID, makeTables } from './schema.ts'

/** How long to wait for another process that has the file: it may just be ending. */
const PATIENCE_MS = 1_000

/** https://sqlite.org/fileformat.html, section 1.3. */
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const APPLICATION_ID_AT = 68

/** As SQLite itself says that a file is damaged. */
const DAMAGED = { errcode: 11 }

/** https://sqlite.org/rescode.html: the primary codes, which are the lowest byte of an error's code. */
const REASONS: Record<number, string> = {
  5: 'another process holds it. Stop that process, or use another file: one process at a time keeps its orders in it',
  8: "it can't be written. Make it writable, or use another file",
  10: 'the disk did not read or write it. Look after the disk, or use another file',
  11: 'it is damaged. Restore a copy, or use another file',
  13: 'the disk is full. Make room, or use a file elsewhere',
  14: "it can't be opened or made there. Make its folder writable, or use a file elsewhere",
  26: 'it is no SQLite database. Nothing was changed; use another file',
}

/**
 * Opens or creates a file of the kit, and locks it as long as this process lives: the operating system releases it, however
 * the process ends.
 *
 * @throws {StoreError} for a file that is not the kit's, of another version of it, open in another process, or not usable.
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    refuseForeign(file)
    database = new DatabaseSync(file, { timeout: PATIENCE_MS })
    // Before anything is read: the lock of the first transaction is then never released.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    refuseDamaged(database)
    makeTables(database, file)
    // A commit is in the file's log before it is answered, and survives the process. Only NORMAL leaves it to the
    // operating system when the log reaches the disk.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
    return database
  } catch (cause) {
    database?.close()
    throw cantKeep(file, cause)
  }
}

export function cantKeep(file: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause
  return refusal(file, REASONS[resultCodeOf(cause)] ?? messageOf(cause), { cause })
}

function refusal(file: string, reason: string, options?: ErrorOptions): StoreError {
  return new StoreError(`Can't keep the store in ${file}: ${reason}.`, options)
}

/** Reads every page, so that a damaged one does not fail a purchase later. Some two million orders take a second. */
function refuseDamaged(database: DatabaseSync): void {
  const [found] = database.prepare('PRAGMA integrity_check(1)').all()
  if (found?.integrity_check !== 'ok') throw Object.assign(new Error(String(found?.integrity_check)), DAMAGED)
}

/** By its header alone, so that nothing is written to what is not ours. */
function refuseForeign(file: string): void {
  const header = headerOf(file)
  if (header === undefined || header.byteLength === 0) return
  if (header.byteLength < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw refusal(file, `${REASONS[26]}`)
  if (header.readInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID)
    throw refusal(file, 'it is a SQLite database of another program. Nothing was changed; use another file')
}

/** The first bytes of a file; `undefined` if it does not exist yet, but can be created. */
function headerOf(file: string): Buffer | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return refuseFolder(file)
  if (!found.isFile())
    throw refusal(file, `it is ${found.isDirectory() ? 'a folder' : 'no ordinary file'}. Name a file`)
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    const handle = openSync(file, 'r')
    const bytes = readSync(handle, header)
    closeSync(handle)
    return header.subarray(0, bytes)
  } catch (cause) {
    throw refusal(file, `${(cause as Error).message}. Make it readable`, { cause })
  }
}

function refuseFolder(file: string): undefined {
  const folder = dirname(resolve(file))
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  throw refusal(file, `there is no folder ${folder} for ${basename(file)}. Make it, or name a file elsewhere`)
}

/** The primary result code of what SQLite threw; NaN where it was not SQLite. */
function resultCodeOf(cause: unknown): number {
  const isSqlite = cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number'
  return isSqlite ? (cause.errcode as number) & 0xff : Number.NaN
}

/**
 * What says that the file can't be reached, and not that the kit has a fault (https://sqlite.org/rescode.html): busy,
 * locked, no memory, read only, input or output, corrupt, full, can't open, no database.
 */
const UNREACHABLE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

/** Makes a promise of an operation, which rejects as a store's does. */
export type Guarded = <Given extends unknown[], Result>(
  operate: (...given: Given) => MaybePromise<Result>,
) => (...given: Given) => Promise<Result>

/** @param admit throws if the file must not be used. */
export function guardedBy(admit: () => void): Guarded {
  return (operate) =>
    async (...given) => {
      try {
        admit()
        return await operate(...given)
      } catch (cause) {
        throw isUnreachable(cause)
          ? new StoreUnavailableError(`The store's file can't be reached: ${messageOf(cause)}.`, { cause })
          : cause
      }
    }
}

function isUnreachable(cause: unknown): boolean {
  const isClosed = cause instanceof Error && 'code' in cause && cause.code === 'ERR_INVALID_STATE'
  // A text of the file that was JSON when it was written.
  const isDamaged = cause instanceof SyntaxError
  return isClosed || isDamaged || UNREACHABLE.has(resultCodeOf(cause))
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Whether a file that is open is still the one at its path, as its log next to it is. Both must exist. */
export function sameFile(file: string) {
  const parts = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }))
  let lost: StoreUnavailableError | undefined
  const recall = () => {
    if (lost !== undefined) throw lost
  }
  return {
    /** @throws {StoreUnavailableError} if it was deleted or replaced: writes to it are lost. */
    look() {
      const part = parts.find(({ path, identity }) => identityOf(path) !== identity)
      lost = part && new StoreUnavailableError(lostMessage(part.path))
      recall()
    },
    /** The last result of `look`, without reading the disk. */
    recall,
  }
}

/** `undefined` if it does not exist, or can't be read. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}

function lostMessage(path: string): string {
  return `${path} was deleted or replaced while this mock has it open. Nothing is served from it, and no purchase is recorded: put the file back that was there, or stop the mock and start it again.`
}
