import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliRun } from './run-cli.fixture.ts'

/** What no file and no stream of a run contains. */
export const SECRET = 'Zecret_9f8e7d6c5b4a'
export const SECRET_KEY = `pk_test_${SECRET}`

/** The key as it is, percent-encoded, in Base64 and in hexadecimal. */
const FORMS = [SECRET_KEY, `:${SECRET_KEY}`, `user:${SECRET_KEY}`].flatMap((text) => {
  const bytes = Buffer.from(text)
  return [
    SECRET,
    encodeURIComponent(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ]
})

/** The forms of the key that a run left in its streams, or in a file of a folder. */
export function traces(folder: string, { stdout, stderr }: CliRun): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  return FORMS.filter((form) => [stdout, stderr, ...texts].some((text) => text.includes(form)))
}
