import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { GAPS } from '../../../contract/reference/gaps.ts'
import { PROFILE_FILE, writeWhole } from '../../files/files.ts'
import { tryOut } from '../../files/out-file.ts'
import type { Io } from '../../io.ts'
import { type Ci, ciFile } from './ci-file.ts'
import { exampleFiles } from './example-files.ts'

type Language = 'javascript' | 'python' | 'java'
type Options = { readonly ci: Ci | 'none'; readonly client?: Language; readonly force?: boolean }

/** The clients of `examples/` that are certified, and how each is started. */
const CLIENTS: Readonly<Record<Language, { readonly example: string; readonly start: string }>> = {
  javascript: { example: 'javascript-fetch', start: 'node partner-purchase-client/client.mjs' },
  python: { example: 'python-urllib', start: 'python3 partner-purchase-client/client.py' },
  java: { example: 'java-http-client', start: 'java partner-purchase-client/Client.java' },
}

const HEAD = `// The answers to what the reference does not show. Every key may be left out: then its default applies, as below.
// Write down under "provenance" which answers you have "observed" on the service, or its operator has "confirmed".`

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
    ...(chosen === undefined ? [] : exampleFiles(chosen.example, 'partner-purchase-client')),
  ] as const
  for (const [out, text] of files) tryOut({ out, force, option: 'init' }, io, text)
  for (const [out, text] of files) writeWhole(out, text, io)
  const written = files.map(([out]) => `wrote ${out}\n`).join('')
  const next = chosen?.start ?? 'YOUR CLIENT'
  io.stdout.write(`${written}\nNext: npx partner-purchase-kit certify --report report -- ${next}\n`)
}

/** A profile with every default, and in comments what each key answers. */
function profileText(): string {
  const sections = Object.entries(DEFAULT_PROFILE).map(([section, value]) => {
    const gaps = Object.values(GAPS).filter(({ profileKey }) => profileKey?.split('.')[0] === section)
    const comments = gaps.map(({ profileKey, text }) => `  // ${profileKey}: ${text}\n`).join('')
    return `${comments}  ${JSON.stringify(section)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`
  })
  const schema = '  "$schema": "./node_modules/partner-purchase-kit/dist/profile.schema.json"'
  return `${HEAD}\n{\n${[schema, ...sections].join(',\n')}\n}\n`
}
