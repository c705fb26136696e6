import { statSync } from 'node:fs'
import { StoreUnavailableError } from '../store.ts'

/** A file that is open, and whether it is still the one at its path. */
export type SameFile = {
  /** @throws {StoreUnavailableError} if it was deleted or replaced: writes to it are lost. */
  look(): void
  /** The last result of {@link look}, without reading the disk. */
  recall(): void
}

/**
 * Remembers which file is at a path, and its log next to it. Both must exist.
 *
 * @param file as the user named it.
 */
export function sameFile(file: string): SameFile {
  const parts = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }))
  let lost: StoreUnavailableError | undefined
  const recall = () => {
    if (lost !== undefined) throw lost
  }
  return {
    look() {
      const part = parts.find(({ path, identity }) => identityOf(path) !== identity)
      lost = part && new StoreUnavailableError(lostMessage(part.path))
      recall()
    },
    recall,
  }
}

/** `undefined` if it does not exist, or can't be read. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}

function lostMessage(path: string): string {
  return `${path} was deleted or replaced while this mock has it open. Nothing is served from it, and no purchase is recorded: put the file back that was there, or stop the mock and start it again.`
}
