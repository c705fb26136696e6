import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, type TestContext, test } from 'vitest'
import { FAST_CLOCK as clock } from '../../../contract/testing/fast-clock.fixture.ts'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, type Partner } from '../../../fixtures/partners.ts'
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
  const mock = await serve({ clock })
  const run = await runCli(['verify', '--base-url', mock.url, '--report', folder], { key, clock })
  const again = await runCli(['verify', '--base-url', mock.url], { key, clock })
  await mock.close()
  return { folder, run, again }
})

const incomplete = once(async (): Promise<Reported> => {
  const folder = folderFor('incomplete')
  const mock = await serve({ clock })
  const args = ['verify', '--base-url', mock.url, '--sku', 'SCENARIO-AT-ONCE', '--report', folder]
  const run = await runCli(args, { key, clock })
  await mock.close()
  return { folder, run }
})

const unreachable = once(async () => {
  const folder = folderFor('unreachable')
  const url = await deadAddress()
  return { folder, url, run: await runCli(['verify', '--base-url', url, '--report', folder], { key, clock }) }
})

const interrupted = once(async (): Promise<Reported> => {
  const folder = folderFor('interrupted')
  const { promise: purchased, resolve } = Promise.withResolvers<void>()
  const slow = await serveChanged(
    (request, forward, operation) => {
      if (operation === 'createOrder') resolve()
      return forward(request)
    },
    { clock },
  )
  const { child, ended } = startCli(['verify', '--base-url', slow.url, '--report', folder], { key, clock })
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
    const { outcome, message, clauses } = reportIn(folder)
    expect(outcome).toBe('incomplete')
    expect(message).toMatch(/^The run was interrupted\. /)
    const verdicts = clauses.flatMap(({ checks }) => checks.map(({ verdict }) => verdict))
    expect(verdicts).toEqual(expect.arrayContaining(['kept', 'not-observed']))
    expect(readdirSync(folder)).not.toContain('observed.json')
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

const BLOCKED = 'SERVICE_PARTNER_BLOCKED_API_KEY'

const KEYS = [key, `${key}2`, `${key}3`]

function partnerOf(own: string, index: number): Partner {
  return { ...ORDINARY_PARTNER, id: `partner-${index}`, key: own }
}

/** A conforming service that does not say that it is a mock: nothing about it is known in advance. */
async function service({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const served = await serveChanged(
    async (request, forward) =>
      new URL(request.url).pathname.startsWith('/__mock')
        ? new Response(null, { status: 404 })
        : forward(request),
    { clock, unknownKeys: 'reject', partners: [ALLOWLISTED_PARTNER, ...KEYS.map(partnerOf)] },
  )
  onTestFinished(() => served.close())
  return served.url
}

describe.concurrent('verify, against a service that keeps the contract', () => {
  test('exits with 0 without a blocked key, and names what is out of reach', async (context) => {
    const folder = temporaryFolder(context)
    const { code, stdout } = await runCli(
      ['verify', '--base-url', await service(context), '--report', folder],
      { key, clock },
    )
    expect(code).toBe(0)
    expect(stdout).toContain('KEPT, 15 of 15 within reach; 1 out of reach: ip-allowlist (')
    const report = reportIn(folder)
    expect(report.clauses.find(({ id }) => id === 'ip-allowlist')).toMatchObject({
      verdict: 'out-of-reach',
      needs: expect.stringContaining(BLOCKED),
    })
    const assumption = report.assumptions.find(({ gap }) => gap === 'ip-not-allowed-status')
    expect(assumption).toMatchObject({ verdict: 'not-observed', message: expect.stringContaining(BLOCKED) })
  })

  test('counts the clause when --require names it', async (context) => {
    const baseline = join(temporaryFolder(context), 'baseline.json')
    const entry = { clause: 'ip-allowlist', verdict: 'not-observed', reason: 'soon', expires: '2999-12-31' }
    writeFileSync(baseline, JSON.stringify([entry]))
    const args = ['verify', '--base-url', await service(context), '--require', 'ip-allowlist']
    const [required, excused] = await Promise.all([
      runCli(args, { key, clock }),
      runCli([...args, '--baseline', baseline], { key: `${key}2`, clock }),
    ])
    expect([required.code, excused.code]).toEqual([4, 0])
    expect(required.stdout).toContain('INCOMPLETE, 15 of 16 clauses kept, 0 broken, 1 not observed')
    expect(required.stdout).toContain(BLOCKED)
  })

  test('brings it within reach by a blocked key, and shows that key nowhere', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['verify', '--base-url', await service(context)]
    const [refused, served] = await Promise.all([
      runCli(args, { key, clock, env: { [BLOCKED]: ALLOWLISTED_PARTNER.key } }),
      // A blocked key that is served breaks the clause; its evidence contains no key. A run needs its keys for itself.
      runCli([...args, '--report', folder], { key: `${key}2`, clock, env: { [BLOCKED]: `${key}3` } }),
    ])
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({ code: 0, stderr: '' })
    expect(refused.stdout).toContain('KEPT, 16 of 16 clauses kept')
    expect({ code: served.code, traces: traces(folder, served) }).toEqual({ code: 1, traces: [] })
    expect(served.stdout).toContain('✗ ip-allowlist')
  })
})
