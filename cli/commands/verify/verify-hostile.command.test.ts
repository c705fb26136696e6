import { describe, expect, test } from 'vitest'
import { serveChanged } from '../../../contract-tests/mutants/serve-changed.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { FAST_CLOCK, runCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { HALF_A_CHARACTER, HOSTILE_ANSWERS, hostileTarget } from './hostile-target.fixture.ts'

/** How a run ends, for each target that behaves as no service should. */
const EXPECTED: Record<
  keyof typeof HOSTILE_ANSWERS,
  { code: number; outcome: string; broken: readonly string[] }
> = {
  'never answers': { code: 4, outcome: 'incomplete', broken: [] },
  'answers HTML': { code: 1, outcome: 'broken', broken: ['data-envelope', 'key-required'] },
  'redirects to another origin': { code: 4, outcome: 'incomplete', broken: [] },
  'sends 50 MB': { code: 4, outcome: 'incomplete', broken: [] },
  'sends invalid UTF-8': {
    code: 1,
    outcome: 'broken',
    broken: ['ping-ok', 'ping-mode-test', 'key-required'],
  },
  'resets every connection': { code: 3, outcome: 'unreachable', broken: [] },
  'speaks https, and says so': { code: 3, outcome: 'unreachable', broken: [] },
  'sends a broken gzip stream': { code: 4, outcome: 'incomplete', broken: [] },
  'fails every time': { code: 1, outcome: 'broken', broken: ['ping-ok', 'balance-readable'] },
  'refuses the key': { code: 4, outcome: 'incomplete', broken: [] },
  'promises more than it sends': { code: 4, outcome: 'incomplete', broken: [] },
  'returns the key in every form': { code: 1, outcome: 'broken', broken: ['ping-mode-test', 'key-required'] },
}

describe.concurrent('against a target that', () => {
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const answer = HOSTILE_ANSWERS[name as keyof typeof HOSTILE_ANSWERS]
    test(`${name}, a run ends in time, with the right exit code, a report, and the key nowhere`, async (context) => {
      const folder = temporaryFolder(context)
      const url = await hostileTarget(answer, context)
      // Only the target that never answers may reach the time limit.
      const limit = name === 'never answers' ? '100' : '1000'
      const run = await runCli(['verify', '--base-url', url, '--report', folder, '--time-limit', limit], {
        key,
        clock: FAST_CLOCK,
      })
      const report = reportIn(folder)
      const broken = report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
      expect({ code: run.code, outcome: report.outcome, broken }).toEqual(expected)
      expect(report.purchases?.sent).toBe(0)
      expect(traces(folder, run)).toEqual([])
    })
  }

  test('redirects to another origin, nothing arrives there', async (context) => {
    const arrivals: string[] = []
    const elsewhere = await hostileTarget((request, response) => {
      arrivals.push(request.url ?? '')
      response.end('{}')
    }, context)
    const url = await hostileTarget((request, response) => {
      response.writeHead(307, { Location: elsewhere + (request.url ?? '') }).end()
    }, context)
    const { code, stdout } = await runCli(['verify', '--base-url', url], { key, clock: FAST_CLOCK })
    expect({ code, arrivals }).toEqual({ code: 4, arrivals: [] })
    expect(stdout).toContain('No redirect is followed')
  })

  test('has a card that no URL can contain, it is not a fault of the kit', async (context) => {
    const url = await hostileTarget(HALF_A_CHARACTER, context)
    const { code, stdout } = await runCli(['verify', '--base-url', url], { key, clock: FAST_CLOCK })
    expect(code).toBe(1)
    expect(stdout).toContain('the catalogue has no SKU that a URL can hold.')
    expect(stdout).not.toContain('fault of')
  })

  test('is killed during the run, the rest is not observed', async (context) => {
    const folder = temporaryFolder(context)
    const mock = await serveChanged(async (request, forward, operation) => {
      const response = await forward(request)
      if (operation === 'createOrder') void mock.close()
      return response
    })
    const args = ['verify', '--base-url', mock.url, '--report', folder, '--time-limit', '1000']
    const run = await runCli(args, { key, clock: FAST_CLOCK })
    const report = reportIn(folder)
    expect({ code: run.code, outcome: report.outcome }).toEqual({ code: 4, outcome: 'incomplete' })
  })

  test('drops every second answer of a purchase, no more purchases arrive than the budget allows', async (context) => {
    const bodies: string[] = []
    const target = await serveChanged(async (request, forward, operation) => {
      if (operation !== 'createOrder') return forward(request)
      const body = await request.clone().text()
      if (body.includes('"sku"') && body.includes('"partnerReference"')) bodies.push(body)
      const response = await forward(request)
      return bodies.length % 2 === 0 ? new Promise<Response>(() => {}) : response
    })
    context.onTestFinished(() => target.close())
    const args = ['verify', '--base-url', target.url, '--max-purchases', '3', '--time-limit', '100']
    const { code, stdout } = await runCli(args, { key })
    expect(code).toBe(4)
    expect(stdout).toContain('at most 3 purchases are sent')
    expect(bodies.length).toBeGreaterThan(1)
    expect(bodies.length).toBeLessThanOrEqual(3)
  })
})
