import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../contract/clock.ts'

/** A stream that a command writes text to. `isTTY` and `columns` are those of a terminal. */
export type Output = Writable & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder of relative paths. Default: that of the process. */
export type Folder = { readonly cwd?: string | undefined }

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

export type Io = Folder & {
  readonly stdin: Readable
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Environment
  readonly clock: Clock
  /** The file that was called; undefined where the command line runs in another program. */
  readonly executable?: string | undefined
  /** The signal then no longer ends the process by itself. Returns a function that stops listening. */
  onSignal(signal: EndSignal, listener: () => void): () => void
}

export function print({ stdout }: Pick<Io, 'stdout'>, text: string): void {
  stdout.write(`${text}\n`)
}

/** Whether this is a step of a workflow of GitHub Actions. */
export function isWorkflow({ env }: Pick<Io, 'env'>): boolean {
  return env.GITHUB_ACTIONS === 'true'
}

/** Writes what goes wrong in a mock to a stream, also if the stream has no reader. */
export function faultsTo(stream: Output): (sentence: string) => void {
  stream.on('error', () => {})
  return (sentence) => void stream.write(`${sentence}\n`)
}

/** The same, but messages go to standard error: standard output is reserved for one document. */
export function printingAside(io: Io): Io {
  // Inherited, not copied: the streams of a process are opened when they are first used.
  return Object.create(io, { stdout: { get: () => io.stderr } })
}

export function pathIn({ cwd }: Folder, path: string): string {
  return cwd === undefined ? path : resolve(cwd, path)
}

/** Refused before the run. The message says what was asked, what was found, and what to do. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
