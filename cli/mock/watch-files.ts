import { statSync } from 'node:fs'
import { type Folder, pathIn } from '../io.ts'

/** How often files are checked. They are checked by path, so that a replaced or a new file is noticed, too. */
const LOOK_MS = 120

/** The state of files at a moment, by path. */
export type FileStamps = ReadonlyMap<string, string>

/** The state of files now; a missing file has one, too. Taken before reading, it misses no change. */
export function stampsOf(files: readonly string[], folder: Folder): FileStamps {
  return new Map(files.map((file) => [file, stampOf(pathIn(folder, file))]))
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? 'missing' : [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ')
}

/**
 * Watches files, and reports changes once no file has changed for a moment: an editor may write a file in several steps.
 *
 * @param stamps their state when they were last read.
 * @returns a function that stops watching.
 */
export function watchFiles(
  stamps: FileStamps,
  folder: Folder,
  onChange: (changed: readonly string[]) => void,
): () => void {
  const files = [...stamps.keys()]
  const changed = new Set<string>()
  let latest = stamps
  const look = () => {
    const now = stampsOf(files, folder)
    const moving = files.filter((file) => now.get(file) !== latest.get(file))
    latest = now
    for (const file of moving) changed.add(file)
    if (moving.length > 0 || changed.size === 0) return
    const settled = [...changed]
    changed.clear()
    onChange(settled)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
