import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The path of a new file, which is deleted after the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'orders.sqlite')
}
