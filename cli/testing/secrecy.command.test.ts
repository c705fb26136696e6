import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { edit } from '../../contract-tests/mutants/middleware.ts'
import { serveChanged } from '../../contract-tests/mutants/serve-changed.ts'
import { runCli } from './run-in-process.fixture.ts'
import { SECRET, SECRET_KEY, traces } from './secrecy.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

/** Runs of every other outcome are searched in verify-outcomes.command.test.ts. */
describe.concurrent('a run leaves the key in no file and no stream', () => {
  test('when it is broken, and the target returns the key', async (context) => {
    const folder = temporaryFolder(context)
    const target = await serveChanged(edit('ping', () => ({ data: { mode: 'TEST', status: SECRET_KEY } })))
    context.onTestFinished(() => target.close())
    const run = await runCli(['verify', '--base-url', target.url, '--report', folder], { key: SECRET_KEY })
    expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 1, traces: [] })
    expect(readdirSync(folder).sort()).toEqual([
      'badge.svg',
      'junit.xml',
      'observed.json',
      'report.html',
      'report.json',
      'summary.md',
    ])
  })

  test('when the key itself is refused', async (context) => {
    const folder = temporaryFolder(context)
    for (const key of [`pk_live_${SECRET}`, `${SECRET_KEY} `, `${SECRET_KEY}\u00e9`]) {
      const run = await runCli(['verify', '--report', folder], { key })
      expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 2, traces: [] })
    }
  })
})
