import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Folder, InputError, pathIn } from '../io.ts'

/** Creates it if it is missing. @throws {InputError} where it can't be written: before anything starts. */
export function tryFolder(folder: string, names: readonly string[], at: Folder): void {
  const path = pathIn(at, folder)
  refuseWhere('--report', folder, FOLDER, () => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
      return 'it is a file, not a folder'
    probe(path)
    const taken = names.find((name) => isFolder(join(path, name)))
    return taken && `${taken} is a folder there, and a file of that name is to be written`
  })
}

/** How a file begins that an option writes: one that exists and begins otherwise is something else, and stays. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  '--certificate': /^<!doctype html>.*<title>Partner Purchase API/s,
  '--shopping-list': /^\{\s*"schema":\s*"partner-purchase\/shopping-list@/,
}

/** Creates its folder. @throws {InputError} when it can't be written, or exists and is something else than will be. */
export function tryFile(file: string, option: string, at: Folder): void {
  const path = pathIn(at, file)
  refuseWhere(option, file, FILE, () => {
    if (isFolder(path) || /[/\\]$/.test(file)) return 'it is a folder'
    const begins = BEGINNINGS[option]
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
    if (begins === undefined || !isFile) return probe(dirname(path))
    const found = readFileSync(path, 'utf8').slice(0, 1000)
    return found === '' || begins.test(found)
      ? probe(dirname(path))
      : 'it holds something else, which would be lost'
  })
}

const FOLDER = {
  kind: 'folder',
  fails: 'nothing can be written there',
  remedy: 'Name a folder that can be written, such as report.',
}
const FILE = { kind: 'file', fails: "it can't be written", remedy: 'Name another file.' }

/** @param check returns what is wrong with the place; what it throws says why the system does not write there. */
function refuseWhere(
  option: string,
  place: string,
  { kind, fails, remedy }: typeof FILE,
  check: () => string | undefined,
): void {
  const refuse = (found: string, cause?: unknown) => {
    throw new InputError(`${option} ${JSON.stringify(place)}: ${found}. ${remedy}`, { cause })
  }
  if (place.trim() === '') refuse(`expected the name of a ${kind}, and found none`)
  let found: string | undefined
  try {
    found = check()
  } catch (cause) {
    refuse(`${fails}: ${whyNotWritten(cause)}`, cause)
  }
  if (found !== undefined) refuse(found)
}

export type OutOptions = {
  /** A file; standard output without it. */
  readonly out?: string
  /** Whether a file that exists may be overwritten. */
  readonly force?: boolean
}

/** A file that the user may have changed is not overwritten; one that has this text is accepted. @throws {InputError} */
export function tryOut(
  { out, force, option = '--out' }: Required<OutOptions> & { readonly option?: string },
  folder: Folder,
  text?: string,
): void {
  tryFile(out, option, folder)
  const path = pathIn(folder, out)
  if (force || !existsSync(path) || (text !== undefined && hasText(path, text))) return
  const found = text === undefined ? 'exists already' : 'exists already, with other content'
  throw new InputError(`${option}: ${out} ${found}. Name another file, or add --force to write over it.`)
}

function hasText(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text
  } catch {
    return false
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

function probe(folder: string): undefined {
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

export function hasMoved(folder: string): boolean {
  const before = checked.get(resolve(folder))
  return before !== undefined && existsSync(folder) && realpathSync(folder) !== before
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
