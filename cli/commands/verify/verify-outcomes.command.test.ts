import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, type Partner } from '../../../fixtures/partners.ts'
import { serve } from '../../../mock-server/serve.ts'
import { serveChanged } from '../../../mock-server/testing/changed-mock.fixture.ts'
import { deadAddress } from '../../testing/dead-address.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli, startCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key, SECRET, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { waitlessClock } from '../../testing/waitless-clock.fixture.ts'

const clock = waitlessClock()

const EVERY_FILE = ['exchanges.jsonl', 'junit.xml', 'report.html', 'report.json', 'summary.md']
async function mockUrl({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const mock = await serve({ clock })
  onTestFinished(() => mock.close())
  return mock.url
}

describe.concurrent('verify shows the key in no file and no stream, and', () => {
  test('can be repeated against a server that keeps its state, with one key', async (context) => {
    const folder = temporaryFolder(context)
    const url = await mockUrl(context)
    const run = await runCli(['verify', '--base-url', url, '--report', folder], { key, clock })
    const again = await runCli(['verify', '--base-url', url], { key, clock })
    expect([run.code, again.code]).toEqual([0, 0])
    expect(traces(folder, run)).toEqual([])
    expect(readdirSync(folder).sort()).toEqual(EVERY_FILE)
  })

  test('says in one sentence that the key was not accepted, and exits with 4', async (context) => {
    const mock = await serve({ clock, partners: [ORDINARY_PARTNER], unknownKeys: 'reject' })
    context.onTestFinished(() => mock.close())
    const { code, stdout } = await runCli(['verify', '--base-url', mock.url, '--no-report'], { key, clock })
    expect({ code, said: stdout.replaceAll(/\s+/g, ' ') }).toEqual({
      code: 4,
      said: expect.stringContaining(`The service at ${mock.url} did not accept the key: every call got 401.`),
    })
  })

  test('says in one sentence that nothing answers, and exits with 3', async (context) => {
    const folder = temporaryFolder(context)
    const url = await deadAddress()
    const run = await runCli(['verify', '--base-url', url, '--report', folder], { key, clock })
    expect(run.code).toBe(3)
    expect(run.stdout).toContain(`Nothing answers at ${url}: nothing listens there.`)
    expect(reportIn(folder).outcome).toBe('unreachable')
    expect(traces(folder, run)).toEqual([])
  })

  test('says how a broken clause is checked again: with the same profile and address', async (context) => {
    const folder = temporaryFolder(context)
    writeFileSync(join(folder, 'mine.json'), '{}')
    const down = await serveChanged(
      async (request, forward, operation) =>
        operation === 'ping' ? Response.json({ data: { status: 'down', mode: 'TEST' } }) : forward(request),
      { clock },
    )
    context.onTestFinished(() => down.close())
    const args = ['verify', '--only', 'ping-ok', '--profile', 'mine.json', '--base-url', down.url]
    await runCli([...args, '--report', folder], { key, clock, cwd: folder })
    const checks = reportIn(folder).clauses.flatMap((clause) => clause.checks)
    const commands = new Set(checks.flatMap(({ lesson }) => lesson?.command ?? []))
    expect([...commands]).toEqual([
      `partner-purchase verify --base-url ${down.url} --profile mine.json --only ping-ok`,
    ])
  })

  test('leaves a report that says so when it is interrupted, and exits with 130', async (context) => {
    const folder = temporaryFolder(context)
    const { promise: purchased, resolve } = Promise.withResolvers<void>()
    const slow = await serveChanged(
      (request, forward, operation) => {
        if (operation === 'createOrder') resolve()
        return forward(request)
      },
      { clock },
    )
    context.onTestFinished(() => slow.close())
    const { child, ended } = startCli(['verify', '--base-url', slow.url, '--report', folder], { key, clock })
    await purchased
    child.kill('SIGINT')
    const run = await ended
    expect(run).toMatchObject({ code: 130, stderr: '' })
    const { outcome, message, clauses } = reportIn(folder)
    expect(outcome).toBe('incomplete')
    expect(message).toMatch(/^The run was interrupted\. /)
    const verdicts = clauses.flatMap(({ checks }) => checks.map(({ verdict }) => verdict))
    expect(verdicts).toEqual(expect.arrayContaining(['kept', 'not-observed']))
    expect(traces(folder, run)).toEqual([])
  })

  test('exits with 2 where the key itself is refused', async (context) => {
    const folder = temporaryFolder(context)
    for (const refused of [`pk_live_${SECRET}`, `${key} `, `${key}\u00e9`]) {
      const run = await runCli(['verify', '--report', folder], { key: refused })
      expect({ code: run.code, traces: traces(folder, run) }).toEqual({ code: 2, traces: [] })
    }
  })
})

const BLOCKED = 'SERVICE_PARTNER_BLOCKED_API_KEY'
const ONLY = ['--only', 'ping-ok', 'ip-allowlist']

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
    const args = ['verify', '--base-url', await service(context), '--report', folder]
    const { code, stdout } = await runCli([...args, ...ONLY], { key, clock })
    expect(code).toBe(0)
    expect(stdout).toContain('KEPT, 1 of 1 within reach; 1 out of reach: ip-allowlist (')
    const report = reportIn(folder)
    expect(report.clauses.find(({ id }) => id === 'ip-allowlist')).toMatchObject({
      verdict: 'out-of-reach',
      needs: expect.stringContaining(BLOCKED),
    })
    const assumption = report.assumptions.find(({ gap }) => gap === 'ip-not-allowed-status')
    expect(assumption).toMatchObject({ verdict: 'not-observed', message: expect.stringContaining(BLOCKED) })
  })

  test('counts the clause when --require names it', async (context) => {
    const args = ['verify', '--base-url', await service(context), '--require', 'ip-allowlist']
    const { code, stdout } = await runCli(args, { key, clock })
    expect(code).toBe(4)
    expect(stdout).toContain('INCOMPLETE, 15 of 16 clauses kept, 0 broken, 1 not observed')
    expect(stdout).toContain(BLOCKED)
  })

  test('brings it within reach by a blocked key, and shows that key nowhere', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['verify', '--base-url', await service(context), ...ONLY]
    const [refused, served] = await Promise.all([
      runCli(args, { key, clock, env: { [BLOCKED]: ALLOWLISTED_PARTNER.key } }),
      // A blocked key that is served breaks the clause; its evidence contains no key.
      runCli([...args, '--report', folder], { key: `${key}2`, clock, env: { [BLOCKED]: `${key}3` } }),
    ])
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({ code: 0, stderr: '' })
    expect(refused.stdout).toContain('KEPT, 2 of 2 clauses kept')
    expect({ code: served.code, traces: traces(folder, served) }).toEqual({ code: 1, traces: [] })
    expect(served.stdout).toContain('✗ ip-allowlist')
  })
})
