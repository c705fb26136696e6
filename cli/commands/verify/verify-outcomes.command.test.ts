import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { serve } from '../../../mock-server/serve.ts'
import { deadAddress } from '../../testing/dead-address.fixture.ts'
import { once } from '../../testing/once.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import type { CliRun } from '../../testing/run-cli.fixture.ts'
import { runCli, startCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key, SECRET, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const EVERY_FILE = [
  'badge.svg',
  'history.jsonl',
  'junit.xml',
  'observed.json',
  'report.html',
  'report.json',
  'summary.md',
]
const HOME = temporaryFolder({ onTestFinished: afterAll })

/** A run of `verify`, and the folder that its report is in. */
type Reported = { readonly folder: string; readonly run: CliRun }

function folderFor(name: string): string {
  const folder = join(HOME, name)
  mkdirSync(folder)
  return folder
}

const repeated = once(async () => {
  const folder = folderFor('kept')
  const mock = await serve()
  const run = await runCli(['verify', '--base-url', mock.url, '--report', folder], { key })
  const again = await runCli(['verify', '--base-url', mock.url], { key })
  await mock.close()
  return { folder, run, again }
})

const incomplete = once(async (): Promise<Reported> => {
  const folder = folderFor('incomplete')
  const mock = await serve()
  const args = ['verify', '--base-url', mock.url, '--sku', 'SCENARIO-AT-ONCE', '--report', folder]
  const run = await runCli(args, { key })
  await mock.close()
  return { folder, run }
})

const unreachable = once(async () => {
  const folder = folderFor('unreachable')
  const url = await deadAddress()
  return { folder, url, run: await runCli(['verify', '--base-url', url, '--report', folder], { key }) }
})

const interrupted = once(async (): Promise<Reported> => {
  const folder = folderFor('interrupted')
  const { promise: purchased, resolve } = Promise.withResolvers<void>()
  const slow = await serveChanged((request, forward, operation) => {
    if (operation === 'createOrder') resolve()
    return forward(request)
  })
  const { child, ended } = startCli(['verify', '--base-url', slow.url, '--report', folder], { key })
  await purchased
  child.kill('SIGINT')
  const run = await ended
  await slow.close()
  return { folder, run }
})

describe.concurrent('verify', () => {
  test('can be repeated against a server that keeps its state, with one key', async () => {
    const { run, again } = await repeated()
    expect([run.code, again.code]).toEqual([0, 0])
  })

  test('exits with 4 when something that must be seen was not', async () => {
    const { code, stdout } = (await incomplete()).run
    expect(code).toBe(4)
    expect(stdout).toContain('INCOMPLETE')
    // Without --propose-baseline, none is proposed.
    expect(stdout).not.toContain('Proposed baseline')
    expect(stdout).toContain('No order was ever PROCESSING')
  })

  test('says in one sentence that nothing answers, and exits with 3', async () => {
    const { folder, url, run } = await unreachable()
    expect(run.code).toBe(3)
    expect(run.stdout).toContain(`Nothing answers at ${url}: nothing listens there.`)
    expect(reportIn(folder).outcome).toBe('unreachable')
  })

  test('leaves a report that says so when it is interrupted, and exits with 130', async () => {
    const { folder, run } = await interrupted()
    expect(run).toMatchObject({ code: 130, stderr: '' })
    const { outcome, message } = reportIn(folder)
    expect(outcome).toBe('incomplete')
    expect(message).toMatch(/^The run was interrupted/)
  })
})

describe.concurrent('a run leaves the key in no file and no stream', () => {
  test.for([
    ['kept', repeated, 0],
    ['incomplete', incomplete, 4],
  ] as const)('where it is %s', async ([, reported, code]) => {
    const { folder, run } = await reported()
    expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code, traces: [] })
    expect(readdirSync(folder).sort()).toEqual(EVERY_FILE)
  })

  test('where the key itself is refused', async (context) => {
    const folder = temporaryFolder(context)
    for (const refused of [`pk_live_${SECRET}`, `${key} `, `${key}\u00e9`]) {
      const run = await runCli(['verify', '--report', folder], { key: refused })
      expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 2, traces: [] })
    }
  })

  test.for([
    ['nothing answers', unreachable, 3],
    ['it is interrupted', interrupted, 130],
  ] as const)('where %s', async ([, reported, code]) => {
    const { folder, run } = await reported()
    expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code, traces: [] })
  })
})
