import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { whyNotRead } from '../../files/files.ts'
import { type Folder, InputError, pathIn } from '../../io.ts'

export type RecordingFile = {
  /** It in pieces, from its beginning each time. */
  chunks(): Iterable<Uint8Array>
  bytes(): Uint8Array
}

const CHUNK_BYTES = 256 * 1024

/**
 * Opens a recording. What can be read only once, such as a pipe, is kept in memory.
 *
 * @throws {InputError} when it can't be read; so do its functions.
 */
export function recordingFile(file: string, folder: Folder): RecordingFile {
  const path = pathIn(folder, file)
  const read = <Content>(take: () => Content): Content => {
    try {
      return take()
    } catch (cause) {
      throw new InputError(
        `${file}: ${whyNotRead(cause)}. Name a journal.jsonl that \`certify --report\` wrote, or a history.jsonl of \`verify --report\`.`,
        { cause },
      )
    }
  }
  if (!read(() => statSync(path)).isFile()) {
    const bytes = read(() => readFileSync(path))
    return { chunks: () => [bytes], bytes: () => bytes }
  }
  function* chunks(): Generator<Uint8Array> {
    const opened = read(() => openSync(path, 'r'))
    try {
      for (;;) {
        const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
        const length = read(() => readSync(opened, chunk))
        if (length === 0) return
        yield chunk.subarray(0, length)
      }
    } finally {
      closeSync(opened)
    }
  }
  return { chunks, bytes: () => read(() => readFileSync(path)) }
}

/** What `certify --report` and `verify --report` write. */
const RECORDINGS = ['journal.jsonl', 'history.jsonl']

/**
 * The recording that a folder of a report holds; a file is its own.
 *
 * @throws {InputError} for a folder without one, or with two.
 */
export function recordingIn(path: string, folder: Folder): string {
  if (statSync(pathIn(folder, path), { throwIfNoEntry: false })?.isDirectory() !== true) return path
  const found = RECORDINGS.map((name) => join(path, name)).filter((file) => existsSync(pathIn(folder, file)))
  const [only, other] = found
  if (only !== undefined && other === undefined) return only
  const problem = only === undefined ? 'it has no recording' : `it has ${found.join(' and ')}`
  throw new InputError(`${path}: ${problem}. Name a ${RECORDINGS.join(' or a ')}.`)
}
