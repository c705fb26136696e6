import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Folder, InputError, pathIn } from '../io.ts'

/**
 * Checks the folder of `--report`, and creates it if it is missing: a folder that can't be written is refused
 * before anything starts.
 *
 * @param names the files that will be written there.
 * @throws {InputError} when that can't be done.
 */
export function tryFolder(folder: string, names: readonly string[], at: Folder): void {
  const refuse = (found: string, cause?: unknown) => {
    throw new InputError(
      `--report ${JSON.stringify(folder)}: ${found}. Name a folder that can be written, such as report.`,
      { cause },
    )
  }
  if (folder.trim() === '') refuse('expected the name of a folder, and found none')
  const path = pathIn(at, folder)
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
      refuse('it is a file, not a folder')
    probe(path)
  } catch (cause) {
    if (cause instanceof InputError) throw cause

    refuse(`nothing can be written there: ${whyNotWritten(cause)}`, cause)
  }
  const taken = names.find((name) => isFolder(join(path, name)))
  if (taken !== undefined) refuse(`${taken} is a folder there, and a file of that name is to be written`)
}

/**
 * Checks a file that a run will write, and creates its folder if it is missing.
 *
 * @param option the option that names the file.
 * @throws {InputError} when it can't be written.
 */
export function tryFile(file: string, option: string, at: Folder): void {
  const refuse = (found: string, cause?: unknown) => {
    throw new InputError(`${option} ${JSON.stringify(file)}: ${found}. Name a file that can be written.`, {
      cause,
    })
  }
  if (file.trim() === '') refuse('expected the name of a file, and found none')
  const path = pathIn(at, file)
  try {
    if (isFolder(path) || /[/\\]$/.test(file)) refuse('it is a folder')
    probe(dirname(path))
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    refuse(`it can't be written: ${whyNotWritten(cause)}`, cause)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the system creates nothing in that place',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user is not permitted to',
  EPERM: 'this user is not permitted to',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
}

/** Why the system did not write a file or create a folder. */
export function whyNotWritten(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return REASONS[code] ?? message
}

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` never returns when Linux answers ENOENT although the
 * parent exists, as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  // A drive that is missing has no parent.
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another run may have created it meanwhile.
    if (!isFolder(path)) throw cause
  }
}

/** Writes a file into a folder, and removes it. */
function probe(folder: string): void {
  makeFolder(folder)
  const file = join(folder, `.${randomUUID()}.tmp`)
  try {
    writeFileSync(file, '')
  } finally {
    rmSync(file, { force: true })
  }
  checked.set(resolve(folder), realpathSync(folder))
}

/** Where each checked folder was: a program that runs meanwhile may put a link in its place. */
const checked = new Map<string, string>()

/** Whether a folder that was checked is somewhere else now. */
export function hasMoved(folder: string): boolean {
  const before = checked.get(resolve(folder))
  return before !== undefined && existsSync(folder) && realpathSync(folder) !== before
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
