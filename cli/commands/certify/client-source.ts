import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { ClientSource } from '../../../certification/journal/journal-schema.ts'
import type { Command } from '../../../certification/runner/process/run-client.ts'
import { sealDigest } from '../../../contract/judging/seal.ts'
import type { Io } from '../../io.ts'
import { watchedPlaces } from './watch/watched-places.ts'

const MOST_FILES = 8
const GIT_MS = 10_000

/**
 * What a client is made of, before it is started: the files that its command names, and the commit and the tracked files of
 * this folder, where git knows it.
 *
 * @param image the image that it runs in, with its digest.
 */
export function clientSource(command: Command | null, image: string | undefined, io: Io): ClientSource {
  const named = command === null ? [] : [...watchedPlaces(command, undefined, io).files]
  const git = (...args: readonly string[]) => gitOutput(args, io)
  const commit = command === null ? null : git('rev-parse', '--verify', 'HEAD')?.trim()
  const isKnown = commit !== undefined && commit !== null
  // What git has staged, and how the files differ from that: together they are the tracked files as they are.
  const changes = isKnown ? git('diff', '--no-ext-diff', '--no-textconv', '--binary', 'HEAD') : undefined
  return {
    commit: commit ?? null,
    dirty: changes === undefined ? null : changes !== '',
    tracked:
      changes === undefined ? null : sealDigest(git('ls-tree', '-r', '--full-tree', 'HEAD') ?? '', changes),
    files: named.slice(0, MOST_FILES).map((path) => ({
      path: relative(io.cwd ?? '.', path),
      digest: sealDigest(readFileSync(path)),
    })),
    ...(image !== undefined && { image }),
  }
}

function gitOutput(args: readonly string[], { cwd, env }: Io): string | undefined {
  try {
    // Nothing that the folder configures is run.
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
