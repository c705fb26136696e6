import { describe, expect, test } from 'vitest'
import type { StartFailure } from '../contract/report/start-failure.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ORDINARY, SCENARIOS } from '../fixtures/scenarios.ts'
import { preflightScenario } from './preflight-scenario.ts'
import { certify, judged, trialsOf } from './testing/certification.fixture.ts'
import { type Client, clientJournal, type Program, withNearMiss } from './testing/client-journal.fixture.ts'
import { clientOf } from './testing/clients.fixture.ts'
import type { Trial } from './trial.ts'

/** The report on a client whose recorded trials were changed. */
function certified(program: Program, changed: (trial: Trial) => Trial = (trial) => trial) {
  return judged(trialsOf(program).map(changed))
}

/** The mock of these tests refuses nothing, so a refusal is written into its journal. */
const refusing =
  (status: number, change: Partial<Exchange> = {}, detail = '') =>
  (trial: Trial): Trial => ({
    ...trial,
    exchanges: trial.exchanges.map((one) => ({
      ...one,
      response: { status, headers: {}, body: JSON.stringify({ detail }), answeredMs: one.arrivedMs },
      delivery: { outcome: 'delivered' as const, atMs: one.arrivedMs },
      order: null,
      fault: null,
      ...change,
    })),
  })

const writing = (text: string) => (trial: Trial) => ({
  ...trial,
  output: { stdout: { text: '', bytes: 0 }, stderr: { text, bytes: text.length } },
})
const unheard = (trial: Trial) => ({
  ...trial,
  unreadable: [{ atMs: 1, kind: 'tls-to-http', message: 'TLS was sent. Write http://.' }],
})

/** Does something, and exits with 1 or another code. */
const ends =
  (act: (client: Client) => unknown, code = 1): Program =>
  (client) => {
    act(client)
    return code
  }
const pings = ends((client) => client.ping())

const near = (differs: string, gap = 'key-transport') => ({
  nearMiss: { operation: 'ping' as const, differs: [differs, 'An assumption.'], clause: 'key-required', gap },
})
const UNLISTED = 'The key is not listed; send a TEST key.'
const NO_KEY = near('No key is sent: there is no header Authorization.')

const nothingAt = (code: number) => ends(() => undefined, code)
const nothing = nothingAt(1)
const hangs = (client: Client) => client.wait(1000)
const looksAround = ends((client) => [client.ping(), client.products()], 0)
const goesOn = ends((client) => [client.prepare(), client.buy('SHOP:1')])
const otherPath = ends((client) => client.call('GET', '/v1/ping'))
const atOtherPath = { operation: null, ...near('The path begins with "/v1".', 'versioning') }
const otherCard = ends((client) => client.buy('SHOP:1', { sku: 'CARD-25' }))
const NOTHING_CALLED = 'Nothing called SERVICE_BASE_URL: is the address in your code\\?'
const NO_KEY_SENT =
  /past GET \/ping: 401, because no key is sent: there is no header Authorization\. Send the key of SERVICE_/

type Row = readonly [client: string, Program, message: RegExp, changed?: (trial: Trial) => Trial]

const CANNOT_BEGIN: readonly Row[] = [
  [
    'exits at once',
    nothingAt(0),
    new RegExp(`exited with 0 before it sent any. ${NOTHING_CALLED} Read the address`),
  ],
  [
    'fails before its first request',
    nothingAt(1),
    /exited with 1 before it sent any. See what the client wrote/,
  ],
  ['never ends', hangs, new RegExp(`sent none until its time was up. ${NOTHING_CALLED} .* For a service`)],
  ['speaks no HTTP', nothing, /what arrived is not an HTTP request\. TLS was sent\. Write http:/, unheard],
  [
    'buys nothing',
    looksAround,
    /GET \/products: .* exited with 0\. It bought nothing\. .* at \/data\/products/,
  ],
  [
    'calculates with a text',
    ends((client) => client.prepare()),
    /GET \/balance: .* an amount is a text, such as/,
  ],
  ['sends no key', pings, NO_KEY_SENT, refusing(401, NO_KEY)],
  ['goes on without a key', goesOn, NO_KEY_SENT, refusing(401, NO_KEY)],
  [
    'has another key',
    pings,
    /401, because the key is not listed\. .* another one in each/,
    refusing(401, {}, UNLISTED),
  ],
  [
    'calls another path',
    otherPath,
    /404, because the path begins with "\/v1"\. Call GET \/ping/,
    refusing(404, atOtherPath),
  ],
  ['buys another card', otherCard, /the client ordered "CARD-25" instead\. .* SERVICE_SKU/],
]

describe('a client that cannot begin gets one explanation', () => {
  test.for(CANNOT_BEGIN)('one that %s', ([, program, message, changed]) => {
    const report = certified(program, changed)
    expect(`${report.startFailure?.message} ${report.startFailure?.remedy}`).toMatch(message)
    expect(report).toMatchObject({ outcome: 'incomplete', message: report.startFailure?.message })
    expect(report.clauses.filter(({ verdict, level }) => verdict === 'broken' && level === 'must')).toEqual(
      [],
    )
  })

  test('with the difference to a valid request, and the command that runs one scenario', () => {
    expect(certified(pings, refusing(401, NO_KEY)).startFailure).toMatchObject({
      ...NO_KEY,
      command: 'partner-purchase certify --only SCENARIO-AT-ONCE -- node client.js',
    })
  })

  test('with the last twelve lines that the client wrote', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
    const { startFailure } = certified(nothing, writing(lines.join('\n')))
    expect(startFailure?.clientError?.split('\n')).toEqual(lines.slice(18))
  })

  test('which no remark repeats', () => {
    expect(certified(nothingAt(0)).remarks).toEqual([])
    expect(new Set(certified(nothing, unheard).remarks.map(({ id }) => id))).toEqual(new Set(['not-http']))
  })
})

test('the explanation counts the scenarios, if others ended in another way', () => {
  const some = (client: Client) => (client.sku === 'SCENARIO-AT-ONCE' ? 1 : client.ping().status)
  expect(certify(some).startFailure?.message).toMatch(/^\d+ of \d+ scenarios did not get past GET \/ping/)
})

test('a client that bought in one scenario gets no such explanation', () => {
  const one = (client: Client) => (client.sku === 'SCENARIO-AT-ONCE' ? client.buy('SHOP:1').status : 1)
  expect(certify(one).startFailure).toBeUndefined()
  expect(certify(clientOf({})).startFailure).toBeUndefined()
})

describe('the preflight', () => {
  /** Buys, and does something else a second later. */
  const asking =
    (bought: string, ask: (client: Client) => unknown): Program =>
    (client) => {
      client.prepare()
      client.buy(bought)
      client.wait(1.02)
      ask(client)
    }
  const started = (program: Program, changed = (trial: Trial) => trial): StartFailure | undefined => {
    const trial = clientJournal(preflightScenario(ORDINARY, { sku: 'CARD-25', price: 2500 }), program)
    return judged([changed(trial)], { scenarios: SCENARIOS }).startFailure
  }

  test.each([
    ['a + for a blank', 'MY SHOP:1', 'MY+SHOP:1'],
    ['another case', 'SHOP:a1', 'shop:A1'],
    ['encoded twice', 'SHOP:1', 'SHOP%3A1'],
  ])('fails for a lookup that misspells the reference: %s', (_, bought, asked) => {
    const failure = started(asking(bought, (client) => client.lookUp(asked)))
    const target = `/orders/${encodeURIComponent(asked)}`
    expect(failure?.message).toBe(
      `The client did not get past GET ${target}: 404, because it bought "${bought}", and looked up "${asked}".`,
    )
    expect(failure?.remedy).toContain('encode exactly that once')
  })

  test.each<[string, Program]>([
    ['looks up the reference that it bought', asking('MY SHOP:1', (client) => client.lookUp('MY SHOP:1'))],
    [
      'tries two spellings, one of them right',
      asking('SHOP:1', (client) => [client.lookUp('shop:1'), client.lookUp('SHOP:1')]),
    ],
    ['has only looked up another order so far', asking('SHOP:2', (client) => client.lookUp('SHOP:1'))],
  ])('passes a client that %s', (_, program) => {
    expect(started(program)).toBeUndefined()
  })

  test('fails for a lookup at another path, and shows the line of a profile with that path', () => {
    const program = asking('SHOP:1', (client) => client.call('GET', '/order-status/SHOP%3A1'))
    const failure = started(program, (trial) => withNearMiss(trial, 5))
    expect(failure?.message).toContain('past GET /order-status/{partnerReference}: 404, because the lookup')
    expect(failure?.remedy).toContain('"lookup": {"method":"GET","path":"/order-status/{partnerReference}"}')
  })
})
