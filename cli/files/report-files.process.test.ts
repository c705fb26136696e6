import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { reportWith } from '../../contract-tests/report/report.fixture.ts'
import { jsonFile, reportFiles } from './report-files.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

test('reports that are written into the checkout, whatever their folder is called, do not fail the linter', async (context) => {
  const folder = mkdtempSync(join(ROOT, 'any-name-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  const observed = jsonFile({ statuses: [200, 404] })
  const report = reportFiles(reportWith({ 'ping-ok': 'broken' }))
  const others = { 'observed.json': observed, 'any.profile.json': observed, 'any.html': '<p id=a id=a>' }
  for (const [name, text] of Object.entries({ ...report, ...others })) writeFileSync(join(folder, name), text)
  const biome = join(ROOT, 'node_modules/.bin/biome')
  // The linter checks the same files, but reads all others before, too.
  const { stderr } = await run(biome, ['format', '--no-errors-on-unmatched', folder], { cwd: ROOT })
  expect(stderr).toBe('')
})
