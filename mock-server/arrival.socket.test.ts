import { afterAll, describe, expect, test, vi } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { serve } from './serve.ts'
import { newKey } from './testing/behaviour/sandbox.fixture.ts'
import {
  encodeRequest,
  exchangeOverWire,
  openSocket,
  type WireRequest,
} from './testing/requests/wire-request.fixture.ts'

/** A card whose purchase is delayed before it is recorded. */
const HELD = ORDINARY_CARDS[0]?.sku ?? ''
const HOLDING = {
  ...(SCENARIOS[0] as (typeof SCENARIOS)[number]),
  sku: HELD,
  faults: [{ on: 'createOrder', at: 'before-recording', times: 1, does: { kind: 'stall', seconds: 90 } }],
} as const

const mock = await serve({ clock: manualClock(), scenarios: [...SCENARIOS, HOLDING] })
afterAll(() => mock.close())

const PURCHASE = '{"partnerReference":"TEST:é","sku":"SCENARIO-AT-ONCE"}'

function chunked(...chunks: readonly (string | Uint8Array)[]): WireRequest {
  const parts = chunks.map((chunk) => {
    const bytes = Buffer.from(chunk)
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  })
  return {
    headers: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
    body: Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]),
  }
}

const BYTES = Buffer.from(PURCHASE)
const WITHIN_A_CHARACTER = BYTES.indexOf(0xa9)

describe('a body over a socket', () => {
  test.each<readonly [string, WireRequest]>([
    ['of an announced length', { body: PURCHASE }],
    ['in one chunk', chunked(PURCHASE)],
    [
      'in chunks that split a character',
      chunked(BYTES.subarray(0, WITHIN_A_CHARACTER), BYTES.subarray(WITHIN_A_CHARACTER)),
    ],
    ['with the encoding identity', { body: PURCHASE, headers: { 'Content-Encoding': 'identity' } }],
  ])('%s is read and recorded', async (_, request) => {
    const key = newKey()
    expect((await exchangeOverWire(mock.url, request, key)).status).toBe(200)
    expect(journalOf(key)).toMatchObject([{ request: { body: PURCHASE }, order: { effect: 'recorded' } }])
  })

  test('of a GET is recorded as well, with its trailers and without its key', async () => {
    const key = newKey()
    const asked = { method: 'GET', target: '/ping' }
    await exchangeOverWire(mock.url, { ...asked, body: `key=${key}` }, key)
    const { headers = {}, body } = chunked('late')
    const trailer = Buffer.concat([(body as Buffer).subarray(0, -2), Buffer.from(`X-Late: ${key}\r\n\r\n`)])
    await exchangeOverWire(mock.url, { ...asked, headers, body: trailer }, key)
    expect(journalOf(key)).toMatchObject([
      { request: { body: 'key=[key]' }, response: { status: 200 } },
      { request: { body: 'late', headers: { 'x-late': '[key]' } }, response: { status: 200 } },
    ])
  })

  test('of a GET does not keep the next request on the connection from being answered', async () => {
    const key = newKey()
    const socket = await openSocket(mock.url)
    const headers = { Connection: 'keep-alive' }
    const ping = encodeRequest({ method: 'GET', target: '/ping', headers, body: 'left unread' }, key)
    socket.send(Buffer.concat([ping, ping]))
    await socket.received(/TEST[\s\S]*TEST/)
    socket.destroy()
    expect(journalOf(key).map(({ response }) => response?.status)).toEqual([200, 200])
  })
})

test('a caller who disconnects before its delayed purchase is recorded has bought nothing', async () => {
  const key = newKey()
  const partner = { partner: mock.partnerOf(key) }
  const socket = await openSocket(mock.url)
  socket.send(encodeRequest({ body: JSON.stringify({ partnerReference: 'TEST:1', sku: HELD }) }, key))
  await vi.waitFor(() => expect(mock.journal(partner)[0]?.fault).not.toBeNull(), {
    timeout: 30_000,
    interval: 1,
  })
  socket.destroy()
  await mock.waitFor({ ...partner, delivery: 'lost' }, { count: 1, timeoutMs: 30_000 })
  await mock.clockOf(key).advance(3600)
  expect(mock.journal(partner)).toMatchObject([{ order: { effect: 'none' }, delivery: { outcome: 'lost' } }])
})

test('an answer to a caller who reset the connection is recorded as cut', async () => {
  const key = newKey()
  const socket = await openSocket(mock.url)
  socket.send(encodeRequest({}, key))
  socket.reset()
  await vi.waitFor(() => expect(journalOf(key)[0]?.delivery).toBeTruthy(), { timeout: 30_000, interval: 1 })
  expect(journalOf(key)).toMatchObject([{ order: { effect: 'recorded' }, delivery: { outcome: 'cut' } }])
})

function journalOf(key: string) {
  return mock.journal({ partner: mock.partnerOf(key) })
}
