import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { judgeTrials } from './judge.ts'
import { certify, FACTS, trialsOf } from './testing/certification.fixture.ts'
import type { Client, Program } from './testing/client-journal.fixture.ts'
import { clientOf } from './testing/clients.fixture.ts'
import type { Trial } from './trial.ts'

/** A certification of a client whose requests, or processes, are changed after they were recorded. */
function certified(program: Program, changed: (trial: Trial) => Trial = (trial) => trial) {
  return judgeTrials(trialsOf(program).map(changed), DEFAULT_PROFILE, FACTS)
}

/** The mock of these tests serves everything: what a real one refuses is written into its journal. */
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

const ends =
  (act: (client: Client) => unknown, code = 1) =>
  (client: Client) => {
    act(client)
    return code
  }

const pings = ends((client) => client.ping())
const nothing = ends(() => undefined)
const NO_KEY = {
  nearMiss: {
    operation: 'ping' as const,
    differs: ['No key is sent: there is no header Authorization.', 'That is an assumption.'],
    clause: 'key-required',
    gap: 'key-transport',
  },
}

describe('a client that cannot begin gets one explanation', () => {
  test('which request was refused, and what of it differs', () => {
    const report = certified(pings, refusing(401, NO_KEY))
    expect(report.startFailure).toMatchObject({
      message:
        'No scenario got past GET /ping: 401, because no key is sent: there is no header Authorization.',
      nearMiss: NO_KEY.nearMiss,
      remedy: expect.stringContaining('SERVICE_PARTNER_API_KEY'),
      command: 'partner-purchase certify --only SCENARIO-AT-ONCE -- node client.js',
    })
    expect(report).toMatchObject({ outcome: 'incomplete', message: report.startFailure?.message })
  })

  test('the first request that was refused, where it went on', () => {
    const goesOn = ends((client) => [client.prepare(), client.buy('SHOP:1')])
    const report = certified(goesOn, refusing(401, NO_KEY))
    expect(report.startFailure?.message).toContain('got past GET /ping: 401')
    expect(report.clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  })

  test('a key that is not listed, by the detail of the answer', () => {
    const detail = 'The key is not listed; send a TEST key as `Authorization`.'
    const { startFailure } = certified(pings, refusing(401, {}, detail))
    expect(startFailure?.message).toMatch(/: 401, because the key is not listed\.$/)
    expect(startFailure?.remedy).toContain('another one in each scenario')
  })

  test('an unknown path, with the one that belongs after the base address', () => {
    const wrong = ends((client) => client.call('GET', '/v1/ping'))
    const nearMiss = { ...NO_KEY.nearMiss, differs: ['The path begins with "/v1".'], gap: 'versioning' }
    const { startFailure } = certified(wrong, refusing(404, { operation: null, nearMiss }))
    expect(startFailure?.message).toBe(
      'No scenario got past GET /v1/ping: 404, because the path begins with "/v1".',
    )
    expect(startFailure?.remedy).toContain('GET /ping, with its path directly after SERVICE_BASE_URL')
  })

  test('an answer after which nothing came, and where this profile has what is read of it', () => {
    const { startFailure } = certified(ends((client) => [client.ping(), client.products()]))
    expect(startFailure?.message).toBe(
      'No scenario got past GET /products: it was answered with 200, and the client exited with 1.',
    )
    expect(startFailure?.remedy).toContain('/data/products')
  })

  test('that an amount is a text, and where it is', () => {
    const { startFailure } = certified(ends((client) => [client.prepare()]))
    expect(startFailure?.remedy).toMatch(/^In this profile an amount is a text/)
    expect(startFailure?.remedy).toContain('it is at /data/balance/amount')
  })

  test('no request at all, with the end of what the client wrote', () => {
    const { startFailure } = certified(nothing, writing("Error: Cannot find module 'x'\n    at y:1:2\n"))
    expect(startFailure).toMatchObject({
      message: 'No scenario got to a first request: the client exited with 1 before it sent any.',
      clientError: "Error: Cannot find module 'x'\n    at y:1:2",
      remedy: expect.stringContaining('by itself'),
    })
  })

  test('the last twelve lines of a long output', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
    const { startFailure } = certified(nothing, writing(lines.join('\n')))
    expect(startFailure?.clientError?.split('\n')).toEqual(lines.slice(18))
  })

  test('that what arrived is no HTTP, and what to do about that', () => {
    const unreadable = [{ atMs: 1, kind: 'tls-to-http', message: 'TLS was sent. Write http://.' }]
    const { startFailure, remarks } = certified(nothing, (trial) => ({ ...trial, unreadable }))
    expect(startFailure).toMatchObject({
      message: 'No scenario got to a first request: what arrived is no request of HTTP.',
      remedy: 'TLS was sent. Write http://.',
    })
    expect(new Set(remarks.map(({ id }) => id))).toEqual(new Set(['not-http']))
  })

  test('an exit with 0 before any request is no purchase, and no remark repeats it', () => {
    const report = certified(ends(() => undefined, 0))
    expect(report.startFailure?.message).toContain('exited with 0 before it sent any')
    expect(report.remarks).toEqual([])
  })

  test('that it bought another card than its own', () => {
    const { startFailure } = certified(ends((client) => client.buy('SHOP:1', { sku: 'CARD-25' })))
    expect(startFailure?.message).toContain('the client ordered "CARD-25" instead')
    expect(startFailure?.remedy).toContain('SERVICE_SKU')
  })
})

test('where some scenarios ended otherwise, it says how many ended so', () => {
  const some = (client: Client) => (client.sku === 'SCENARIO-AT-ONCE' ? 1 : client.ping().status)
  expect(certify(some).startFailure?.message).toMatch(/^\d+ of \d+ scenarios did not get past GET \/ping/)
})

test('a client that bought in one scenario could begin', () => {
  const one = (client: Client) => (client.sku === 'SCENARIO-AT-ONCE' ? client.buy('SHOP:1').status : 1)
  expect(certify(one).startFailure).toBeUndefined()
  expect(certify(clientOf({})).startFailure).toBeUndefined()
})
