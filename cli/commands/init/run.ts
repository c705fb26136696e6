import { join } from 'node:path'
import { PROFILE_FILE, writeWhole } from '../../files/files.ts'
import { tryOut } from '../../files/out-file.ts'
import type { Io } from '../../io.ts'
import { type Ci, ciFile } from './ci-file.ts'
import { exampleFiles } from './example-files.ts'
import { profileText } from './profile-text.ts'

type Language = 'javascript' | 'python' | 'java'
type Options = { readonly ci: Ci | 'none'; readonly client?: Language; readonly force?: boolean }

/** The clients of `examples/` that are certified, and how each is started. */
const CLIENTS: Readonly<Record<Language, { readonly example: string; readonly start: string }>> = {
  javascript: { example: 'javascript-fetch', start: 'node partner-purchase-client/client.mjs' },
  python: { example: 'python-urllib', start: 'python3 partner-purchase-client/client.py' },
  java: { example: 'java-http-client', start: 'java partner-purchase-client/Client.java' },
}

/**
 * `partner-purchase init`: a commented profile, a file for the CI, and a client to begin with.
 *
 * @throws {InputError} before anything is written, when a file exists with other content, or can't be written.
 */
export function init({ ci, client, force = false }: Options, io: Io): void {
  const chosen = client === undefined ? undefined : CLIENTS[client]
  const files = [
    [PROFILE_FILE, profileText()],
    ...(ci === 'none' ? [] : [ciFile(ci, chosen?.start)]),
    ...(chosen === undefined ? [] : clientFiles(chosen.example)),
  ] as const
  for (const [out, text] of files) tryOut({ out, force, option: 'init' }, io, text)
  for (const [out, text] of files) writeWhole(out, text, io)
  const written = files.map(([out]) => `wrote ${out}\n`).join('')
  const next = chosen?.start ?? 'YOUR CLIENT'
  io.stdout.write(`${written}\nNext: npx partner-purchase-kit certify --report report -- ${next}\n`)
}

/** The files of an example, as those of a client of the user's own. */
function clientFiles(example: string): (readonly [out: string, text: string])[] {
  return exampleFiles(example).map(([name, text]) => [join('partner-purchase-client', name), text])
}
