import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../testing/built-package.fixture.ts'
import { runCli } from '../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'

test('a certification says what changed since the report of an earlier one', async (context) => {
  const [before, after] = [temporaryFolder(context), temporaryFolder(context)]
  const program = [process.execPath, join(ROOT, 'examples/node-raw-socket/client.mjs')]
  const client = ['--only', 'at-once', '--', ...program]
  await runCli(['certify', '--report', before, ...client])
  const file = join(before, 'report.json')
  const report = JSON.parse(readFileSync(file, 'utf8'))
  report.clauses.find(({ id }: { id: string }) => id === 'reads-purchase-position').verdict = 'broken'
  report.scenarios[0].outcome = 'broken'
  writeFileSync(file, JSON.stringify(report))
  const { stdout } = await runCli(['certify', '--report', after, '--compare-report', before, ...client])
  expect(stdout).toContain('✓ fixed reads-purchase-position: broken, now kept')
  expect(stdout).toContain('✓ fixed SCENARIO-AT-ONCE')
  expect(stdout).toContain('· still waits-poll-after: not-observed, as before')
  expect(readFileSync(join(after, 'summary.md'), 'utf8')).toContain(
    '| ✅ fixed | `SCENARIO-AT-ONCE` | broken, now kept |',
  )
  expect(readFileSync(join(after, 'report.html'), 'utf8')).toContain('id="since"')
})

test('what is no report of the same kind is refused before anything starts', async (context) => {
  const folder = temporaryFolder(context)
  writeFileSync(join(folder, 'report.json'), '{}')
  expect(await runCli(['certify', '--compare-report', folder, '--', 'node'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('found no report. Name the report.json of an earlier `certify`.'),
  })
})
