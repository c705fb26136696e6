import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { parseScenarios } from '../../contract/scenario/parse-scenarios.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { legibleJson } from '../../contract/text/harmless.ts'
import { withBuiltIns } from '../../fixtures/with-built-ins.ts'
import { type Folder, InputError, type Io, pathIn } from '../io.ts'
import { type OutOptions, tryOut, whyNotWritten } from './writable.ts'

export const PROFILE_FILE = 'partner-purchase.profile.json'

export type LoadedProfile = { readonly profile: Profile; readonly source: string }

/**
 * The profile of a run: the named file, else the default file in the current folder, else the defaults.
 *
 * @throws {ProfileError} when it can't be used.
 * @throws {InputError} when it can't be read.
 */
export function loadProfile(file: string | undefined, folder: Folder): LoadedProfile {
  if (file === undefined && !existsSync(pathIn(folder, PROFILE_FILE)))
    return { profile: resolveProfile({}), source: 'defaults' }
  const source = file ?? PROFILE_FILE
  return { profile: parseProfile(readText(source, '--profile', folder), source), source }
}

/** The built-in scenarios, and those of a file. @throws {InputError | ScenariosError} for a file of no use. */
export function loadScenarios(file: string | undefined, folder: Folder): readonly Scenario[] {
  const own = file === undefined ? [] : parseScenarios(readText(file, '--scenarios', folder), file)
  return withBuiltIns({ scenarios: own }).scenarios
}

/**
 * Writes a file so that no reader ever sees half of it; creates its folder.
 *
 * @throws {InputError} when it can't be written, and nothing of it is left.
 */
export function writeWhole(file: string, text: string, folder: Folder): void {
  const path = pathIn(folder, file)
  const draft = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, text)
    renameSync(draft, path)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new InputError(`${file} can't be written: ${whyNotWritten(cause)}. Choose another place.`, {
      cause,
    })
  }
}

/** The text of a JSON file, with invisible characters escaped. */
export function jsonFile(document: unknown): string {
  return `${legibleJson(JSON.stringify(document, null, 2))}\n`
}

/** @throws {InputError} as {@link tryOut}. */
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

/** @throws {InputError} when it can't be read. */
export function readText(file: string, option: string, folder: Folder): string {
  try {
    const bytes = readFileSync(pathIn(folder, file))
    refuseUtf16(bytes, `${option} ${file}`)
    return bytes.toString('utf8')
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    throw new InputError(`${option} ${file}: ${whyNotRead(cause)}. Name a file that can be read.`, { cause })
  }
}

/** UTF-16 begins with its byte-order mark, or with a character of ASCII, one of whose two bytes is zero. */
export function refuseUtf16([first, second]: Uint8Array, name: string): void {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isMarked && first !== 0 && second !== 0) return
  throw new InputError(
    `${name}: found a file in UTF-16, as > writes it in Windows PowerShell. Save it as UTF-8: … | Out-File -Encoding utf8 FILE.`,
  )
}

export function whyNotRead(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'there is no such file' : `it can't be read (${code})`
}
