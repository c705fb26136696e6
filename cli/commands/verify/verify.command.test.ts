import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, type TestContext, test } from 'vitest'
import { serveChanged } from '../../../mock-server/testing/changed-mock.fixture.ts'
import { deadAddress } from '../../testing/dead-address.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { waitlessClock } from '../../testing/waitless-clock.fixture.ts'

const clock = waitlessClock()

/** A service, and the operations that are called there. */
async function watched({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const operations: (string | null)[] = []
  const { url, close } = await serveChanged((request, forward, operation) => {
    operations.push(operation)
    return forward(request)
  })
  onTestFinished(() => close())
  return { url, operations }
}

describe.concurrent('verify', () => {
  test('starts the mock, finds every clause kept, and exits with 0', async (context) => {
    const folder = temporaryFolder(context)
    const { code, stdout, stderr } = await runCli(['verify', '--report', folder], { clock })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('KEPT, 16 of 16 clauses kept, 0 broken, 0 not observed')
    const report = reportIn(folder)
    expect(report.outcome).toBe('kept')
    expect(report.target.mode).toBe('TEST')
    expect(
      report.clauses.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict !== 'kept'),
    ).toEqual([])
    expect(report.assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).not.toContain('<failure')
  })

  test('buys nothing when the mode of ping is not TEST', async ({ onTestFinished }) => {
    const purchases: string[] = []
    const live = await serveChanged(async (request, forward, operation) => {
      if (operation === 'createOrder') purchases.push(await request.clone().text())
      if (operation !== 'ping') return forward(request)
      return Response.json({ data: { status: 'ok', mode: 'LIVE' } })
    })
    onTestFinished(() => live.close())
    const args = ['verify', '--base-url', live.url, '--max-purchases', '3']
    const { code, stdout } = await runCli(args, { key })
    expect(code).toBe(1)
    expect(stdout).toContain('at most 3 purchases are sent')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing was bought: ping did not say at /data/mode that the mode is "TEST".',
    )
    expect(purchases).toEqual([])
  })

  test('names file, key, what was found and what is valid, for a wrong profile', async ({
    onTestFinished,
  }) => {
    const folder = temporaryFolder({ onTestFinished })
    writeFileSync(join(folder, 'partner-purchase.profile.json'), '{"auth": {"header": "X Key"}, "colour": 1}')
    const { code, stderr } = await runCli(['verify'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^partner-purchase\.profile\.json: auth\.header: found "X Key", expected the name of/m,
    )
    expect(stderr).toMatch(/^partner-purchase\.profile\.json: unknown key colour; the keys here are auth,/m)
  })

  test('is broken by an answer that differs where it was confirmed, or the run is strict', async (context) => {
    const target = await serveChanged(
      async (request, forward) => {
        const response = await forward(request)
        return response.status === 401
          ? new Response(response.body, { status: 403, headers: response.headers })
          : response
      },
      { clock },
    )
    context.onTestFinished(() => target.close())
    const profile = join(temporaryFolder(context), 'profile.json')
    writeFileSync(profile, JSON.stringify({ provenance: { 'errors.unauthenticated': 'confirmed' } }))
    const args = ['verify', '--base-url', target.url, '--only', 'key-required']
    const [lenient, strict, confirmed] = await Promise.all([
      runCli(args, { key, clock }),
      runCli([...args, '--strict'], { key: `${key}2`, clock }),
      runCli([...args, '--profile', profile], { key: `${key}3`, clock }),
    ])
    expect([lenient.code, strict.code, confirmed.code]).toEqual([0, 1, 1])
    expect(confirmed.stdout).toMatch(
      /^BROKEN, differs from what was confirmed: unauthenticated-status; 1 of 1 clauses kept, 0 broken/m,
    )
    expect(lenient.stdout).toContain(
      '≠ unauthenticated-status (errors.unauthenticated, assumed): Expected 401',
    )
    expect(strict.stdout).toContain('but the run is strict, and assumptions differ:')
  })

  test('says with --dry-run what it would check and buy, and sends nothing', async (context) => {
    const { url, operations } = await watched(context)
    const args = ['verify', '--base-url', url, '--dry-run']
    const { code, stdout } = await runCli(args, { key: 'pk_test_dry', columns: 80 })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ {3}4 {2}the identical body, sent four times at the same time, is one purchase$/m,
    )
    expect(stdout).toMatch(/^That is \d+ purchases, 28 of which buy a card;/m)
    expect(operations).toEqual([])
  })

  test('checks with --only a clause alone, and buys only what it needs', async (context) => {
    const { url, operations } = await watched(context)
    const args = ['verify', '--base-url', url, '--only', 'lookup-position', '--json']
    const { code, stdout } = await runCli(args, { key: 'pk_test_only', clock })
    expect(code).toBe(0)
    const report = JSON.parse(stdout) as { clauses: { id: string; verdict: string }[] }
    expect(report.clauses.map(({ id, verdict }) => [id, verdict])).toEqual([['lookup-position', 'kept']])
    expect(operations.filter((operation) => operation === 'createOrder')).toHaveLength(2)
  })

  test('writes its report into a folder that no repository keeps, and with --no-report nowhere', async (context) => {
    const cwd = temporaryFolder(context)
    await runCli(['verify', '--only', 'ping-ok', '--no-report'], { cwd, clock })
    expect(existsSync(join(cwd, 'partner-purchase-report'))).toBe(false)
    const taken = join(cwd, 'partner-purchase-report')
    writeFileSync(taken, '')
    const refused = await runCli(['verify', '--only', 'ping-ok'], { cwd, clock })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('or add --no-report.') })
    rmSync(taken)
    await runCli(['verify', '--only', 'ping-ok'], { cwd, clock })
    expect(readFileSync(join(cwd, 'partner-purchase-report', '.gitignore'), 'utf8')).toBe('*\n')
    expect(reportIn(join(cwd, 'partner-purchase-report')).outcome).toBe('kept')
  })

  test('refuses a card that is not in the catalogue, and buys nothing', async (context) => {
    const { url, operations } = await watched(context)
    const run = await runCli(['verify', '--base-url', url, '--sku', 'SCENARIO-AT-ONC'], {
      key: 'pk_test_sku',
    })
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(
      /^--sku: "SCENARIO-AT-ONC" is not in the catalogue of .* Did you mean SCENARIO-AT-ONCE\?/,
    )
    expect(operations).not.toContain('createOrder')
  })
})

// What takes a purchase is not observed.
const INCOMPLETE = ['verify', '--max-purchases', '0']

describe.concurrent('verify --propose-baseline', () => {
  test('refuses a file that exists before anything is sent; it writes a baseline with which the next run is kept', async (context) => {
    const cwd = temporaryFolder(context)
    const file = join(cwd, 'base.json')
    writeFileSync(file, 'mine')
    const asked = [...INCOMPLETE, '--propose-baseline', 'base.json']
    expect(await runCli(asked, { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '--propose-baseline: base.json exists already. Name another file.\n',
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    rmSync(file)

    const { code, stdout } = await runCli([...asked, '--report', 'report'], { cwd, clock })
    expect(code).toBe(4)
    expect(stdout).toContain('INCOMPLETE')
    expect(stdout.split('\n').slice(-4)).toEqual([
      'Proposed baseline: base.json accepts what was found for 30 days. Write into each reason why, and add --baseline base.json to the next run.',
      '',
      `Report: ${pathToFileURL(join(cwd, 'report', 'report.html')).href}`,
      '',
    ])
    const entries = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly verdict: string }[]
    expect(entries).toContainEqual(
      expect.objectContaining({ clause: 'lookup-position', verdict: 'not-observed' }),
    )
    const next = [...INCOMPLETE, '--propose-baseline', 'other.json', '--baseline', 'base.json']
    const again = await runCli([...next, '--report', 'report'], { cwd, clock })
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('excused: Found on ')
    const { baseline, outcome } = reportIn(join(cwd, 'report'))
    expect([outcome, ...baseline.map(({ state }) => state)]).toEqual([
      'kept',
      ...entries.map(() => 'applied'),
    ])
    expect(again.stdout).toMatch(/\nProposed baseline: none, because the run is kept as it is\.\n\nReport: /)
  })

  test('writes nothing where no baseline would help', async (context) => {
    const cwd = temporaryFolder(context)
    const nowhere = ['verify', '--base-url', await deadAddress()]
    const { stdout } = await runCli([...nowhere, '--propose-baseline', 'base.json', '--no-report'], {
      cwd,
      key: 'pk_test_none',
    })
    expect(stdout).toMatch(/\nProposed baseline: none, because no baseline would excuse what was found\.\n$/)
    expect(existsSync(join(cwd, 'base.json'))).toBe(false)
  })
})
