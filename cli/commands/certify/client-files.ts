import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import type { Command } from '../../../certification/client-process.ts'
import type { ClientSource } from '../../../certification/journal.ts'
import { sealDigest } from '../../../certification/sealed-lines.ts'
import type { Io } from '../../io.ts'

const MOST_FILES = 8
const LARGEST_FILE = 256 * 1024 * 1024
const GIT_MS = 10_000

/**
 * What a client is made of, before it is started: the files that its command names; and the commit and tracked files of the
 * repository that holds the first of them. A command without files, such as `npm start`, belongs to the current folder.
 */
export function clientSource(command: Command | null, io: Io): ClientSource {
  const named = command === null ? [] : namedFiles(command, io)
  const folder = named[0] === undefined ? io.cwd : dirname(named[0])
  const git = (...args: readonly string[]) => gitOutput(args, folder, io)
  const commit = command && git('rev-parse', '--verify', 'HEAD')?.trim()
  // What git has staged, and how the files differ from that: together they are the tracked files as they are.
  const changes = commit ? git('diff', '--no-ext-diff', '--no-textconv', '--binary', 'HEAD') : undefined
  return {
    commit: commit ?? null,
    dirty: changes === undefined ? null : changes !== '',
    tracked:
      changes === undefined ? null : sealDigest(git('ls-tree', '-r', '--full-tree', 'HEAD') ?? '', changes),
    files: named.slice(0, MOST_FILES).flatMap((path) => fileDigest(path, io)),
  }
}

/** The files that a command names, as paths: the arguments first, because the program may be an interpreter. */
function namedFiles([program, ...args]: Command, { cwd = '.' }: Io): readonly string[] {
  // A program without a path is looked for on the PATH, and an option may hold a path behind its sign.
  const words = [...args, ...(program.includes(sep) ? [program] : [])]
  const paths = words
    .flatMap((word) => [word, word.replace(/^-[^=]*=/, '')])
    .map((word) => resolve(cwd, word))
  return [...new Set(paths)].filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
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

function gitOutput(args: readonly string[], cwd: string | undefined, { env }: Io): string | undefined {
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
