import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'

/** A folder that is removed after the test. */
export function temporaryFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
