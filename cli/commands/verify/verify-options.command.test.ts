import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const excuse = (clause: string, more: object = {}) => ({
  clause,
  verdict: 'not-observed',
  reason: 'this card settles at once',
  expires: '2999-12-31',
  ...more,
})
const AT_ONCE = ['verify', '--sku', 'SCENARIO-AT-ONCE']

describe.concurrent('verify', () => {
  test('is kept when a baseline excuses what could not be seen, and says so', async (context) => {
    const folder = temporaryFolder(context)
    const file = join(folder, 'baseline.json')
    writeFileSync(
      file,
      JSON.stringify(['processing-has-poll-after', 'order-leaves-processing'].map((id) => excuse(id))),
    )
    const { code, stdout } = await runCli([...AT_ONCE, '--baseline', file, '--report', folder])
    expect(code).toBe(0)
    expect(stdout).toContain('excused: this card settles at once')
    const { baseline, outcome } = reportIn(folder)
    expect({ outcome, states: baseline.map(({ state }) => state) }).toEqual({
      outcome: 'kept',
      states: ['applied', 'applied'],
    })
  })

  test('refuses a baseline that it can not read, and exits with 2', async (context) => {
    const file = join(temporaryFolder(context), 'baseline.json')
    writeFileSync(file, '[{"clause": "ping"}]')
    const { code, stderr } = await runCli(['verify', '--baseline', file])
    expect(code).toBe(2)
    expect(stderr).toContain(`${file}: 0.clause: expected the id of a clause`)
  })

  test('is broken by an answer that differs where it was confirmed, or the run is strict', async (context) => {
    const target = await serveChanged(async (request, forward) => {
      const response = await forward(request)
      return response.status === 401
        ? new Response(response.body, { status: 403, headers: response.headers })
        : response
    })
    context.onTestFinished(() => target.close())
    const profile = join(temporaryFolder(context), 'profile.json')
    writeFileSync(profile, JSON.stringify({ provenance: { 'errors.unauthenticated': 'confirmed' } }))
    const args = ['verify', '--base-url', target.url]
    const key = 'pk_test_strict'
    const [lenient, strict, confirmed] = await Promise.all([
      runCli(args, { key }),
      runCli([...args, '--strict'], { key: `${key}2` }),
      runCli([...args, '--profile', profile], { key: `${key}3` }),
    ])
    expect([lenient.code, strict.code, confirmed.code]).toEqual([0, 1, 1])
    expect(confirmed.stdout).toMatch(
      /^BROKEN, drift from what was confirmed: unauthenticated-status; 16 of 16 clauses kept, 0 broken/m,
    )
    expect(lenient.stdout).toContain(
      '≠ unauthenticated-status (errors.unauthenticated, assumed): Expected 401',
    )
    expect(strict.stdout).toContain('but the run is strict, and assumptions differ:')
  })

  test('says with --dry-run what it would buy, and sends no purchase', async (context) => {
    const operations: (string | null)[] = []
    const target = await serveChanged((request, forward, operation) => {
      operations.push(operation)
      return forward(request)
    })
    context.onTestFinished(() => target.close())
    const args = ['verify', '--base-url', target.url, '--dry-run', '--max-purchases', '4']
    const { code, stdout } = await runCli(args, { key: 'pk_test_dry' })
    expect(code).toBe(0)
    expect(stdout).toContain('3 cards, if the server keeps the contract; 4 purchases of a limit of 4.')
    expect(operations).not.toContain('createOrder')
  })

  test('shows in a dry run what a card costs as money, when the service counts in cents', async (context) => {
    const profile = join(temporaryFolder(context), 'profile.json')
    writeFileSync(profile, JSON.stringify({ money: { format: 'minor-units', currency: 'EUR' } }))
    const { stdout } = await runCli([
      'verify',
      '--dry-run',
      '--sku',
      'SCENARIO-AT-ONCE',
      '--profile',
      profile,
    ])
    expect(stdout).toContain('The price of SCENARIO-AT-ONCE is 25.00 EUR.')
  })

  test.for([
    ['a run', []],
    ['a dry run', ['--dry-run']],
  ] as const)(
    'refuses %s with a card that is not in the catalogue, and buys nothing',
    async ([, args], context) => {
      const operations: (string | null)[] = []
      const target = await serveChanged((request, forward, operation) => {
        operations.push(operation)
        return forward(request)
      })
      context.onTestFinished(() => target.close())
      const chosen = ['--sku', 'SCENARIO-AT-ONC']
      const run = await runCli(['verify', '--base-url', target.url, ...chosen, ...args], {
        key: 'pk_test_sku',
      })
      expect(run.code).toBe(2)
      expect(run.stderr).toMatch(
        /^--sku: "SCENARIO-AT-ONC" is not in the catalogue of .* Did you mean SCENARIO-AT-ONCE\?/,
      )
      expect(operations).not.toContain('createOrder')
    },
  )

  test('asks for only five prices with a catalogue of 1,000 cards', async (context) => {
    const folder = temporaryFolder(context)
    const file = join(folder, 'cards.json')
    await runCli(['fixtures', '--products', '1000', '--seed', '7', '--out', file])
    const { code } = await runCli(['verify', '--catalogue', file, '--report', folder])
    expect(code).toBe(0)
    const report = reportIn(folder)
    const asked = report.clauses.flatMap(({ checks }) => checks.flatMap(({ evidence }) => evidence))
    expect(Math.max(...asked.map(({ seq }) => seq))).toBeLessThan(160)
  })
})
