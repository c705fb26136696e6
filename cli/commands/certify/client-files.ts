import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, extname, isAbsolute, parse, relative, resolve, sep } from 'node:path'
import type { ClientSource } from '../../../certification/journal/journal-schema.ts'
import type { Command } from '../../../certification/runner/process/program.ts'
import { sealDigest } from '../../../contract/judging/sealed-lines.ts'
import { InputError, type Io } from '../../io.ts'

export type WatchedPlaces = {
  readonly files: ReadonlySet<string>
  /** What is below them counts, except what {@link isIgnored} says. */
  readonly folders: readonly string[]
}

/** Folders of what was installed, built or stored, and not written. */
const OF_TOOLS = new Set(['node_modules', 'target', 'build', 'obj', '__pycache__'])

/** Files of editors that save in steps. */
const OF_EDITORS = /^4913$|~$|\.sw[a-z]$|\.tmp$/

const CODE =
  /^\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua|sh|bash|ps1|go|rs|java|kts?|scala|groovy|clj|cs|fs|vb|swift|cc?|cpp|hh?|hpp|m|ml|hs|exs?|erl|dart|jl|r|nim|zig|jar|wasm)$/i

export function isIgnored(path: string, folder: string): boolean {
  const names = relative(folder, path).split(sep)
  return (
    OF_EDITORS.test(names.at(-1) ?? '') ||
    names.some((name) => OF_TOOLS.has(name) || (name.startsWith('.') && !name.startsWith('.env')))
  )
}

/** Whether a file has a program in it, by its ending: a client may write others while it runs. */
export function isCode(path: string): boolean {
  return CODE.test(extname(path))
}

/**
 * The named paths, or else the files and folders that a command names, with the folders of the files.
 *
 * @throws {InputError} for a path of `--watch-path` that is not there.
 */
export function watchedPlaces(
  [program, ...args]: readonly string[],
  paths: readonly string[] | undefined,
  { cwd = '.', env }: Pick<Io, 'cwd' | 'env'>,
): WatchedPlaces {
  const at = (path: string) => resolve(cwd, path)
  if (paths !== undefined) {
    const missing = paths.find((path) => kindOf(at(path)) === null)
    if (missing !== undefined)
      throw new InputError(
        `--watch-path ${missing}: there is no such file or folder. Name one that is there.`,
      )
    const named = paths.map(at)
    return {
      files: new Set(named.filter((path) => kindOf(path) === 'file')),
      folders: named.filter((path) => kindOf(path) === 'folder'),
    }
  }
  // A program without a path is looked for on the PATH, and an option may hold a path behind its sign.
  const words = [...(program?.includes(sep) === true ? [program] : []), ...args]
  const named = words.flatMap((word) => [word, word.replace(/^-[^=]*=/, '')]).map(at)
  const files = new Set(named.filter((path) => kindOf(path) === 'file'))
  const installed = (env.PATH ?? '').split(delimiter)
  const folders = named
    .flatMap((path) => (kindOf(path) === 'folder' ? path : files.has(path) ? dirname(path) : []))
    .filter((folder) => !installed.includes(folder) && !isTooMuch(folder, cwd))
  return { files, folders: files.size + folders.length === 0 ? [at('.')] : [...new Set(folders)] }
}

/** A folder of a tool, or one that holds more than a client. */
function isTooMuch(folder: string, cwd: string): boolean {
  const isInside = !relative(cwd, folder).startsWith('..') && !isAbsolute(relative(cwd, folder))
  return folder === homedir() || folder === parse(folder).root || (isInside && isIgnored(folder, cwd))
}

function kindOf(path: string): 'file' | 'folder' | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? null : stats.isDirectory() ? 'folder' : 'file'
}

const MOST_FILES = 8
const LARGEST_FILE = 256 * 1024 * 1024
const GIT_MS = 10_000

/** Before it is started: the files that its command names, and the commit and tracked files, where git knows this folder. */
export function clientSource(command: Command | null, image: string | undefined, io: Io): ClientSource {
  const named = command === null ? [] : [...watchedPlaces(command, undefined, io).files]
  const git = (...args: readonly string[]) => gitOutput(args, io)
  const commit = command && git('rev-parse', '--verify', 'HEAD')?.trim()
  // What git has staged, and how the files differ from that: together they are the tracked files as they are.
  const changes = commit ? git('diff', '--no-ext-diff', '--no-textconv', '--binary', 'HEAD') : undefined
  return {
    commit: commit ?? null,
    dirty: changes === undefined ? null : changes !== '',
    tracked:
      changes === undefined ? null : sealDigest(git('ls-tree', '-r', '--full-tree', 'HEAD') ?? '', changes),
    files: named.slice(0, MOST_FILES).flatMap((path) => fileDigest(path, io)),
    image,
  }
}

/** Only of a file that ends, and that can be read: a command may name a device, or a pipe. */
function fileDigest(path: string, { cwd = '.' }: Io): ClientSource['files'] {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > LARGEST_FILE) return []
    return [{ path: relative(cwd, path), digest: sealDigest(readFileSync(path)) }]
  } catch {
    return []
  }
}

function gitOutput(args: readonly string[], { cwd, env }: Io): string | undefined {
  try {
    // No monitor, differ or converter that the folder configures is run.
    return execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd,
      env: { PATH: env.PATH, HOME: env.HOME, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'latin1',
      maxBuffer: 256 * 1024 * 1024,
      timeout: GIT_MS,
    })
  } catch {
    return undefined
  }
}
