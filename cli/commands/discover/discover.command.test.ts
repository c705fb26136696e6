import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { parseProfile } from '../../../contract/profile/parse-profile.ts'
import type { Report } from '../../../contract/report/report.ts'
import { FAST_CLOCK as clock } from '../../../contract/testing/fast-clock.fixture.ts'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { CENTS, DECIMALS } from '../../../contract-tests/discovery/dialects.fixture.ts'
import { couldBuy } from '../../../contract-tests/discovery/discovery-run.fixture.ts'
import {
  type Circumstances,
  type Dialect,
  independentServer,
} from '../../../contract-tests/discovery/independent-server.fixture.ts'
import { deadAddress } from '../../testing/dead-address.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli, startCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as KEY, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const PROFILE = 'partner-purchase.profile.json'
const EVIDENCE = 'partner-purchase.profile.evidence.json'

async function serverOf(dialect: Dialect, context: TestContext, circumstances: Circumstances = {}) {
  const server = await independentServer(dialect, { now: clock.now, ...circumstances })
  context.onTestFinished(() => server.close())
  return server
}

describe.concurrent('discover', () => {
  test('tries a lookup first that its user knows of', async (context) => {
    const folder = temporaryFolder(context)
    const path = '/my/cards?order={partnerReference}'
    const lookedUp: Dialect['lookedUp'] = ({ pathname, searchParams }) =>
      pathname === '/my/cards' ? (searchParams.get('order') ?? undefined) : undefined
    const server = await serverOf({ ...CENTS, lookedUp }, context, { key: KEY })
    const args = ['discover', '--base-url', server.url, '--allow-purchase', '--lookup', `GET ${path}`]
    expect(await runCli(args, { key: KEY, cwd: folder, clock })).toMatchObject({ code: 0, stderr: '' })
    const profile = parseProfile(readFileSync(join(folder, PROFILE), 'utf8'), PROFILE)
    expect(profile.lookup).toEqual({ method: 'GET', path })
  })

  test.for(
    sampleOf(
      [
        [
          'in cents',
          CENTS,
          ['money.currency', 'price', 'lookup'],
          ['processing-transitions', 'settled-states', 'reference-conflict'],
        ],
        ['in decimals', DECIMALS, ['money', 'price', 'lookup'], []],
      ] as const,
      2,
    ),
  )(
    'finds its way into a service %s that it has never seen, and verify then finds every clause kept',
    async ([, dialect, observed, leftOpen], context) => {
      const folder = temporaryFolder(context)
      const server = await serverOf(dialect, context, { key: KEY })
      const args = ['discover', '--base-url', server.url, '--allow-purchase']
      const discovered = await runCli(args, { key: KEY, cwd: folder, clock })
      expect({ code: discovered.code, stderr: discovered.stderr }).toEqual({ code: 0, stderr: '' })
      expect(server.mostInFlight()).toBe(1)
      expect(new Set(server.arrivals.filter(couldBuy).map(({ body }) => body)).size).toBe(1)

      const profile = parseProfile(readFileSync(join(folder, PROFILE), 'utf8'), PROFILE)
      for (const key of observed) expect(profile.provenance).toMatchObject({ [key]: 'observed' })

      const [, next = ''] = /Next: partner-purchase (.+)/.exec(discovered.stdout) ?? []
      expect(next).toBe(`verify --profile ${PROFILE} --base-url ${server.url}`)
      const verified = await runCli([...next.split(' '), '--report', 'report'], {
        key: KEY,
        cwd: folder,
        clock,
      })
      const report = reportIn(join(folder, 'report'))
      expect(unkept(report)).toEqual(['ip-allowlist'])
      expect(verified.stdout).toContain('KEPT, 15 of 15 within reach; 1 out of reach: ip-allowlist')
      expect(differing(report)).toEqual(leftOpen)
      expect(verified.code).toBe(0)

      expect([...traces(folder, discovered), ...traces(folder, verified)]).toEqual([])
      const sent = server.arrivals.map(({ target, body }) => target + body).join()
      expect(sent).not.toContain(KEY)
    },
  )

  test('buys nothing unless it may, and leaves the evidence next to the profile', async (context) => {
    const folder = temporaryFolder(context)
    const server = await serverOf(CENTS, context)
    const { code, stdout } = await runCli(['discover', '--base-url', server.url], {
      key: KEY,
      cwd: folder,
      clock,
    })
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing is bought.')
    expect(stdout).toMatch(/Still assumed, in whole or in part: .*\blookup\b/s)
    expect(server.arrivals.filter(couldBuy)).toEqual([])
    const evidence = JSON.parse(readFileSync(join(folder, EVIDENCE), 'utf8'))
    expect(evidence).toMatchObject({
      schema: 'partner-purchase/discovery@1',
      baseUrl: server.url,
      purchase: null,
    })
    expect(evidence.requests).toBe(server.arrivals.length)
    expect(evidence.answers['price.amount']).toMatchObject({
      value: '/data/quote/unitPrice/value',
      provenance: 'observed',
      setAside: null,
      seen: [
        {
          request: 'GET /products/GAME%2F50/price',
          status: 200,
          excerpt: expect.stringContaining('"value":5000'),
        },
        {},
      ],
    })
    const excerpts: string[] = Object.values<{ seen: { excerpt: string }[] }>(evidence.answers).flatMap(
      ({ seen }) => seen.map(({ excerpt }) => excerpt),
    )
    expect(Math.max(...excerpts.map((excerpt) => excerpt.length))).toBeLessThanOrEqual(200)
    // The values of fields that were not looked for.
    expect(excerpts.filter((excerpt) => /Acme|99999|DEU|eu-1/.test(excerpt))).toEqual([])
  })

  test('says in one sentence that nothing answers, and exits with 3', async (context) => {
    const url = await deadAddress()
    const { code, stdout } = await runCli(['discover', '--base-url', url], {
      key: KEY,
      cwd: temporaryFolder(context),
    })
    expect(code).toBe(3)
    expect(stdout).toBe(
      `Nothing answers at ${url}: nothing listens there. Check --base-url, and that the service is running.\n`,
    )
  })

  test('overwrites no file without --force', async (context) => {
    const folder = temporaryFolder(context)
    const server = await serverOf(CENTS, context)
    writeFileSync(join(folder, EVIDENCE), 'mine')
    const args = ['discover', '--base-url', server.url]
    const refused = await runCli(args, { key: KEY, cwd: folder, clock })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      `--out: ${EVIDENCE} exists already. Name another file, or add --force to write over it.\n`,
    )
    expect(server.arrivals).toEqual([])
    expect(readFileSync(join(folder, EVIDENCE), 'utf8')).toBe('mine')
    const forced = await runCli([...args, '--force'], { key: KEY, cwd: folder, clock })
    expect(forced.code).toBe(0)
    expect(readFileSync(join(folder, EVIDENCE), 'utf8')).toContain('partner-purchase/discovery@1')
  })

  test('that is interrupted reports what remains, writes nothing, and exits with 130', async (context) => {
    const folder = temporaryFolder(context)
    const server = await serverOf(CENTS, context, { processingMs: 1e9 })
    const args = ['discover', '--base-url', server.url, '--allow-purchase']
    const run = startCli(args, { key: KEY, cwd: folder, clock })
    while (!server.arrivals.some(couldBuy))
      await new Promise((resolve) => run.child.stdout.once('data', resolve))
    run.child.kill('SIGINT')
    const { code, stdout } = await run.ended
    expect({ code, isWritten: existsSync(join(folder, PROFILE)) }).toEqual({ code: 130, isWritten: false })
    expect(stdout).toContain('If a purchase was sent above, it stands')
  })
})

/** The clauses that must be kept, but are not. */
function unkept({ clauses }: Report): string[] {
  return clauses.filter(({ level, verdict }) => level === 'must' && verdict !== 'kept').map(({ id }) => id)
}

/** The gaps whose answers differ, as the suite saw, from those that were found or assumed. */
function differing({ assumptions }: Report): string[] {
  return assumptions.filter(({ verdict }) => verdict === 'differs').map(({ gap }) => gap)
}
