import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, extname, isAbsolute, parse, relative, resolve, sep } from 'node:path'
import { InputError, type Io } from '../../../io.ts'

/** Where the files of a client are, as absolute paths. */
export type WatchedPlaces = {
  /** Each change of them counts. */
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

/** Whether a path below a watched folder belongs to a tool: what is installed, built or hidden. */
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
 * What to watch: the named paths, or else the files and folders that a command names, with the folders of the files.
 *
 * @param paths those of `--watch-path`.
 * @throws {InputError} for one of them that is not there.
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
