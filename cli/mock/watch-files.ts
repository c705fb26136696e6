import { statSync } from 'node:fs'
import { type Folder, pathIn } from '../io.ts'

/** How often files are looked at: by path, so that one that was replaced, or came later, is seen as well. */
const LOOK_MS = 120

/** How files stood at a moment, by path. */
export type FileStamps = ReadonlyMap<string, string>

/** How files stand now; one that is not there has a stamp, too. Taken before they are read, it misses no change. */
export function stampsOf(files: readonly string[], folder: Folder): FileStamps {
  return new Map(files.map((file) => [file, stampOf(pathIn(folder, file))]))
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? 'missing' : [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ')
}

/**
 * Watches files, and tells which of them have changed once they were left alone for a moment: an editor may write one
 * in several steps.
 *
 * @param stamps how they stood when they were read last.
 * @returns what ends it.
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
