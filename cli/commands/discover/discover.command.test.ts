import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { parseProfile } from '../../../contract/profile/parse-profile.ts'
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
import { waitlessClock } from '../../testing/waitless-clock.fixture.ts'

const clock = waitlessClock()

const PROFILE = 'partner-purchase.profile.json'
const EVIDENCE = 'partner-purchase.profile.evidence.json'

/** A service to discover, and the folder that the command runs in. */
async function begin(dialect: Dialect, context: TestContext, circumstances: Circumstances = {}) {
  const server = await independentServer(dialect, { now: clock.now, ...circumstances })
  context.onTestFinished(() => server.close())
  const folder = temporaryFolder(context)
  return {
    server,
    folder,
    args: ['discover', '--base-url', server.url],
    here: { key: KEY, cwd: folder, clock },
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
  }
}

const SERVICES = [
  ['in cents', CENTS, 'errors.unauthenticated'],
  ['in decimals', DECIMALS, 'money.format'],
] as const

describe.concurrent('discover', () => {
  test('tries the lookup first that --lookup names', async (context) => {
    const path = '/my/cards?order={partnerReference}'
    const lookedUp: Dialect['lookedUp'] = ({ pathname, searchParams }) =>
      pathname === '/my/cards' ? (searchParams.get('order') ?? undefined) : undefined
    const { args, here, read } = await begin({ ...CENTS, lookedUp }, context, { key: KEY })
    const ended = await runCli([...args, '--allow-purchase', '--lookup', `GET ${path}`], here)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(parseProfile(read(PROFILE), PROFILE).lookup).toEqual({ method: 'GET', path })
  })

  test.for(sampleOf(SERVICES))(
    'finds its way into a service %s that it has never seen, and verify then keeps every clause',
    async ([, dialect, observed], context) => {
      const { server, folder, args, here, read } = await begin(dialect, context, { key: KEY })
      const discovered = await runCli([...args, '--allow-purchase'], here)
      expect(discovered).toMatchObject({ code: 0, stderr: '' })
      expect(server.arrivals.filter(couldBuy)).toHaveLength(1)
      const { provenance } = parseProfile(read(PROFILE), PROFILE)
      expect(provenance).toMatchObject({ [observed]: 'observed', price: 'observed', lookup: 'observed' })

      const [, next = ''] = /Next: partner-purchase (.+)/.exec(discovered.stdout) ?? []
      expect(next).toBe(`verify --profile ${PROFILE} --base-url ${server.url}`)
      const verified = await runCli([...next.split(' '), '--report', 'report'], here)
      const { clauses } = reportIn(join(folder, 'report'))
      const unkept = clauses.filter(({ level, verdict }) => level === 'must' && verdict !== 'kept')
      expect(unkept.map(({ id }) => id)).toEqual(['ip-allowlist'])
      expect(verified.code).toBe(0)

      expect(traces(folder, discovered)).toEqual([])
      expect(server.arrivals.map(({ target, body }) => target + body).join()).not.toContain(KEY)
    },
  )

  test('buys nothing unless it may, and leaves the evidence next to the profile', async (context) => {
    const { server, args, here, read } = await begin(CENTS, context)
    const { code, stdout } = await runCli(args, here)
    expect(code).toBe(0)
    expect(stdout).toContain('It buys nothing.')
    expect(stdout).toMatch(/Still assumed: lookup, money\.format, states, errors\.ipNotAllowed, .*limits/)
    expect(server.arrivals.filter(couldBuy)).toEqual([])
    const answer = { value: 403, provenance: 'observed', reason: expect.any(String) }
    expect(JSON.parse(read(EVIDENCE))).toMatchObject({
      schema: 'partner-purchase/discovery@1',
      baseUrl: server.url,
      purchase: null,
      requests: server.arrivals.length,
      answers: {
        'errors.unauthenticated': {
          ...answer,
          seen: [{ request: 'GET /ping (without a key)', status: 403 }],
        },
      },
    })
  })

  test('says in one sentence that nothing answers, and exits with 3', async (context) => {
    const url = await deadAddress()
    const ended = await runCli(['discover', '--base-url', url], { key: KEY, cwd: temporaryFolder(context) })
    expect(ended).toMatchObject({
      code: 3,
      stdout: `Nothing answers at ${url}: nothing listens there. Check --base-url, and that the service is running.\n`,
    })
  })

  test('overwrites no file without --force', async (context) => {
    const { server, folder, args, here, read } = await begin(CENTS, context)
    writeFileSync(join(folder, EVIDENCE), 'mine')
    expect(await runCli(args, here)).toEqual({
      code: 2,
      stdout: '',
      stderr: `--out: ${EVIDENCE} exists already. Name another file, or add --force to write over it.\n`,
    })
    expect(server.arrivals).toEqual([])
    expect(read(EVIDENCE)).toBe('mine')
    expect((await runCli([...args, '--force'], here)).code).toBe(0)
    expect(read(EVIDENCE)).toContain('partner-purchase/discovery@1')
  })

  test('that is interrupted reports what remains, writes nothing, and exits with 130', async (context) => {
    const { server, folder, args, here } = await begin(CENTS, context, { processingMs: 1e9 })
    const run = startCli([...args, '--allow-purchase'], here)
    while (!server.arrivals.some(couldBuy))
      await new Promise((resolve) => run.child.stdout.once('data', resolve))
    run.child.kill('SIGINT')
    const { code, stdout } = await run.ended
    expect({ code, isWritten: existsSync(join(folder, PROFILE)) }).toEqual({ code: 130, isWritten: false })
    expect(stdout).toContain('If a purchase was sent above, it stands')
  })
})
