import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Folder, InputError, pathIn } from '../io.ts'

/**
 * Creates it if it is missing.
 *
 * @param remedy what to do where it can't be written, as a sentence.
 * @throws {InputError} where it can't be written: before anything starts.
 */
export function tryFolder(folder: string, at: Folder, remedy: string = FOLDER.remedy): void {
  const path = pathIn(at, folder)
  refuseWhere('--report', folder, { ...FOLDER, remedy }, () => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
      return 'it is a file, not a folder'
    return openFolder(path)
  })
}

/**
 * Creates its folder.
 *
 * @param ours how the file begins where an earlier run wrote it. Default: any file may be written over.
 * @throws {InputError} when it can't be written, or exists and is something else.
 */
export function tryFile(file: string, option: string, at: Folder, ours = /^/): void {
  const path = pathIn(at, file)
  refuseWhere(option, file, FILE, () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory() === true || /[/\\]$/.test(file)) return 'it is a folder'
    const text = found?.isFile() === true ? readFileSync(path, 'utf8') : ''
    if (text !== '' && !ours.test(text)) return 'it holds something else, which would be lost'
    return openFolder(dirname(path))
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

function openFolder(folder: string): undefined {
  mkdirSync(folder, { recursive: true })
  accessSync(folder, constants.W_OK)
}

export type OutOptions = {
  /** A file; standard output without it. */
  readonly out?: string
  /** Whether a file that exists may be overwritten; undefined where a command never does. */
  readonly force?: boolean
}

/** A file that the user may have changed is not overwritten; one that has this text is accepted. @throws {InputError} */
export function tryOut(
  { out, force, option = '--out' }: OutOptions & { readonly out: string; readonly option?: string },
  folder: Folder,
  text?: string,
): void {
  tryFile(out, option, folder)
  const path = pathIn(folder, out)
  if (force === true || !existsSync(path) || (text !== undefined && readFileSync(path, 'utf8') === text))
    return
  const found = text === undefined ? 'exists already' : 'exists already, with other content'
  const remedy = force === undefined ? '' : ', or add --force to write over it'
  throw new InputError(`${option}: ${out} ${found}. Name another file${remedy}.`)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  EACCES: 'this user is not permitted to',
  EPERM: 'this user is not permitted to',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

export function whyNotWritten(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return REASONS[code] ?? message
}
