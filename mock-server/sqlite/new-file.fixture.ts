import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

/** The path of a file that is not there yet; what is made there is gone after the tests. */
export function newFile(): string {
  files += 1
  return join(folder, `${files}.sqlite`)
}
