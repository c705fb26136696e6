import { existsSync, readFileSync } from 'node:fs'
import { InputError, type Io, pathIn } from '../io.ts'
import { writeWhole } from './files.ts'
import { tryFile } from './writable.ts'

/** Where a document goes, as options say it. */
export type OutOptions = {
  /** A file; standard output without it. */
  readonly out?: string
  /** Whether a file that exists may be overwritten. */
  readonly force?: boolean
}

/**
 * Checks a file that `--out`, or another option, names: one that the user may have changed is not overwritten.
 *
 * @param text what will be written. A file that has this content already is accepted.
 * @throws {InputError} when it exists and may not be overwritten, or can't be written.
 */
export function tryOut(
  { out, force, option = '--out' }: Required<OutOptions> & { readonly option?: string },
  folder: Pick<Io, 'cwd'>,
  text?: string,
): void {
  tryFile(out, option, folder)
  const path = pathIn(folder, out)
  if (force || !existsSync(path) || (text !== undefined && hasText(path, text))) return
  const found = text === undefined ? 'exists already' : 'exists already, with other content'
  throw new InputError(`${option}: ${out} ${found}. Name another file, or add --force to write over it.`)
}

/**
 * Writes a document to the file of `--out`, or to standard output.
 *
 * @throws {InputError} as {@link tryOut}.
 */
export function writeOut(
  { out, force = false }: OutOptions,
  text: string,
  io: Pick<Io, 'cwd' | 'stdout'>,
): void {
  if (out === undefined) {
    io.stdout.write(text)
    return
  }
  tryOut({ out, force }, io, text)
  writeWhole(out, text, io)
}

function hasText(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text
  } catch {
    return false
  }
}
