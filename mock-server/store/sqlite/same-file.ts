import { statSync } from 'node:fs'
import { StoreUnavailableError } from '../store.ts'

/** A file that is open, and whether it is still the one at its path. */
export type SameFile = {
  /** @throws {StoreUnavailableError} where it was deleted or replaced: what is written to it is lost. */
  look(): void
  /** As {@link look} was answered last: costs nothing. */
  recall(): void
}

/**
 * Remembers which file stands at a path, and beside it the log that belongs to it. Both have to be there.
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

/** `undefined` where nothing is there, or nobody may look. */
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
