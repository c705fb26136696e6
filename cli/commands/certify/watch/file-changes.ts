import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../../../../contract/clock.ts'
import { InputError } from '../../../io.ts'
import { isCode, isIgnored, type WatchedPlaces } from '../client-files.ts'

/** How long no file may change until a change counts as complete: a file may be written in several steps. */
const QUIET_MS = 200

/** More are no client's own. Each is watched by itself, so that those of tools are not. */
const MOST_FOLDERS = 2_000

export type Watched = WatchedPlaces & {
  /** Files and folders that the kit itself writes. */
  readonly written: readonly string[]
  readonly clock: Clock
}

export class FileChanges {
  readonly #watched: Watched
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #changed = new Set<string>()
  #release: (() => void) | undefined
  #onSettled: (() => void) | undefined
  #run: AbortController | undefined

  /** @throws {InputError} where that is too much to watch. */
  constructor(watched: Watched) {
    this.#watched = watched
    for (const folder of watched.folders) this.#walk(folder, folder)
    for (const file of watched.files) this.#watch(dirname(file), null)
  }

  get size(): number {
    return this.#watchers.size
  }

  /** Whether something has changed that {@link next} has not returned. */
  get isPending(): boolean {
    return this.#changed.size > 0
  }

  /** A change of the client's code ends the run; what else changes meanwhile is what the client writes. */
  async during<Result>(perform: (changed: AbortSignal) => Promise<Result>): Promise<Result> {
    const run = new AbortController()
    this.#run = run
    try {
      if (this.#changed.size > 0) run.abort()
      return await perform(run.signal)
    } finally {
      // What the client wrote last is reported late.
      this.#watched.clock.after(QUIET_MS, () => {
        if (this.#run === run) this.#run = undefined
      })
    }
  }

  /** Waits until files have changed, and change no more. None where it was interrupted. */
  async next(interrupted: AbortSignal): Promise<readonly string[]> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onSettled = resolve
    interrupted.addEventListener('abort', () => resolve(), { once: true })
    if (this.#changed.size > 0) this.#settleSoon()
    if (!interrupted.aborted) await promise
    this.#onSettled = undefined
    const changed = interrupted.aborted ? [] : [...this.#changed]
    this.#changed.clear()
    return changed
  }

  close(): void {
    this.#release?.()
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  #walk(folder: string, root: string): readonly string[] {
    this.#watch(folder, root)
    const entries = entriesOf(folder).filter(({ path }) => this.#isOurs(path, root))
    const below = entries.filter(({ isFolder }) => isFolder).flatMap(({ path }) => this.#walk(path, root))
    return [...entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path), ...below]
  }

  /** @param root null where only the named files of the folder count. */
  #watch(folder: string, root: string | null): void {
    if (root === null && this.#watchers.has(folder)) return
    this.#watchers.get(folder)?.close()
    try {
      const watcher = watch(folder, (_, name) => name !== null && this.#see(join(folder, name), root))
      this.#watchers.set(folder, watcher)
      watcher.on('error', () => watcher.close())
    } catch (cause) {
      // A folder that is gone by now.
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
      throw tooMuch(cause)
    }
    if (this.#watchers.size > MOST_FOLDERS) throw tooMuch()
  }

  #see(path: string, root: string | null): void {
    if (this.#watched.files.has(path)) {
      this.#note(path)
      return
    }
    if (root === null || !this.#isOurs(path, root)) return
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    if (isFolder) for (const file of this.#walk(path, root)) this.#see(file, root)
    else if (this.#run === undefined || isCode(path)) this.#note(path)
  }

  #note(path: string): void {
    this.#changed.add(path)
    this.#run?.abort()
    this.#settleSoon()
  }

  #settleSoon(): void {
    this.#release?.()
    this.#release = this.#watched.clock.after(QUIET_MS, () => this.#onSettled?.())
  }

  #isOurs(path: string, root: string): boolean {
    const { written } = this.#watched
    return !isIgnored(path, root) && !written.includes(path)
  }
}

function entriesOf(folder: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }))
  } catch {
    return []
  }
}

function tooMuch(cause?: unknown): InputError {
  return new InputError(
    `--watch: there are too many folders to watch. Name what belongs to the client with --watch-path.`,
    { cause },
  )
}
