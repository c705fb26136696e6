import { describe, expect, test, vi } from 'vitest'
import { exchangeSchema } from '../../contract/wire/exchange.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { ALLOWLISTED_PARTNER, RESTRICTED_PARTNER } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'
import { serveFetch } from '../serve-fetch.ts'
import {
  inProcess,
  journalOf,
  mockWithKey,
  newKey,
  openSandbox,
} from '../testing/behaviour/sandbox.fixture.ts'
import { encodeRequest, exchangeOverWire, openSocket } from '../testing/requests/wire-request.fixture.ts'
import { redactedHeaders } from './redact-request.ts'

function heldBack() {
  const { readable: body, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const init = { headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' } as RequestInit
  const push = (text: string) => void writer.write(text).catch(() => {})
  return { init, push, end: () => writer.close(), cut: () => writer.abort(new Error('gone')) }
}

test('a header called __proto__ is recorded under a name that JSON keeps', () => {
  const headers = redactedHeaders(['__proto__', 'a value'], (text) => text)
  expect(JSON.parse(JSON.stringify(headers))).toEqual({ '(__proto__)': 'a value' })
})

describe('the journal has', () => {
  test('each operation as an exchange of the published schema', async () => {
    const send = inProcess(createApp())
    const sandbox = openSandbox(send, { key: RESTRICTED_PARTNER.key })
    await sandbox.get('/ping')
    await sandbox.get('/products')
    await sandbox.get('/products/SCENARIO-AT-ONCE/price')
    await sandbox.get('/balance')
    const bought = await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
    await sandbox.lookUp('TEST:1')
    const exchanges = exchangeSchema.array().parse(await journalOf(send))
    expect(exchanges.map(({ operation }) => operation)).toEqual(OPERATION_IDS)
    expect(new Set(exchanges.map(({ partner }) => partner))).toEqual(new Set(['restricted']))
    expect(exchanges[0]?.request.body).toBeNull()
    const purchase = exchanges.find(({ operation }) => operation === 'createOrder')
    expect(purchase?.request).toMatchObject({
      method: 'POST',
      target: '/orders',
      headers: { authorization: '[key]', 'content-type': 'application/json' },
      body: '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
    })
    expect(purchase?.response).toMatchObject({ status: 200, body: await bought.text() })
    expect(Object.keys(purchase?.response?.headers ?? {})).toContain('Mock-Assumptions')
  })

  test.each([
    ['without a key', 'pk_test_', '/ping', 401, null, 'ping'],
    ['from an address that is not allowed', ALLOWLISTED_PARTNER.key, '/ping', 403, 'allowlisted', 'ping'],
    ['for an unknown path', undefined, '/cards?x=1', 404, 'guest-1', null],
  ])('a call %s, and its refusal', async (_, key, path, status, partner, operation) => {
    const send = inProcess(createApp())
    await openSandbox(send, key === undefined ? {} : { key }).get(path)
    const [exchange] = exchangeSchema.array().parse(await journalOf(send))
    expect(exchange).toMatchObject({
      partner,
      operation,
      request: { target: path },
      response: { status },
    })
  })

  test('the headers of each request', async () => {
    const send = inProcess(createApp())
    const sandbox = openSandbox(send)
    for (const nth of ['1', '1', '2']) await sandbox.call('GET', '/ping', { headers: { 'X-Nth': nth } })
    const recorded = (await journalOf(send)).map(({ request }) => request.headers['x-nth'])
    expect(recorded).toEqual(['1', '1', '2'])
  })

  test('a request whose body is still on its way', async () => {
    const send = inProcess(createApp())
    const { init, push, end } = heldBack()
    const answer = openSandbox(send).call('POST', '/orders', init)
    push('{"partnerReference":"TEST:1",')
    const [underWay] = exchangeSchema.array().parse(await journalOf(send))
    expect(underWay).toMatchObject({ request: { target: '/orders', body: null }, response: null })

    push('"sku":"SCENARIO-AT-ONCE"}')
    end()
    expect((await answer).status).toBe(200)
    const [answered] = await journalOf(send)
    expect(answered).toMatchObject({ response: { status: 200 }, order: { effect: 'recorded' } })
    expect(answered?.request.body).toBe('{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}')
  })

  test('a request whose body broke off, and no order', async () => {
    const send = inProcess(createApp())
    const { init, push, cut } = heldBack()
    const answer = openSandbox(send).call('POST', '/orders', init)
    push('{"partnerReference":"TEST:1",')
    cut()
    expect((await answer).status).toBe(422)
    const [exchange] = exchangeSchema.array().parse(await journalOf(send))
    expect(exchange).toMatchObject({ request: { body: null }, order: null })
  })

  test('requests in the order in which they arrived, not in which their bodies ended', async () => {
    const send = inProcess(createApp())
    const sandbox = openSandbox(send)
    const { init, push, end } = heldBack()
    const slow = sandbox.call('POST', '/orders?slow', init)
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:fast')
    push('{}')
    end()
    await slow
    const targets = (await journalOf(send)).map(({ request }) => request.target)
    expect(targets).toEqual(['/orders?slow', '/orders'])
  })

  test('a request over a socket whose client left in the middle of its body', async () => {
    const app = createApp()
    const served = await serveFetch(app.fetch)
    const socket = await openSocket(served.url)
    socket.send(encodeRequest({}, newKey()).subarray(0, -10))
    const send = inProcess(app)
    const patience = { timeout: 30_000, interval: 1 }
    await vi.waitFor(async () => expect(await journalOf(send)).toHaveLength(1), patience)
    socket.reset()
    await vi.waitFor(async () => expect((await journalOf(send))[0]?.response).not.toBeNull(), patience)
    const [exchange] = exchangeSchema.array().parse(await journalOf(send))
    expect(exchange).toMatchObject({ request: { target: '/orders', body: null }, order: null })
    await served.close()
  })
})

test('the journal times when a request arrived, when its answer was decided, and when it was delivered', async () => {
  const { clock, mock, sandbox } = mockWithKey()
  clock.advance(250)
  const buying = sandbox.buy('SCENARIO-STALLED')
  await mock.waitFor({ status: 200 }, { count: 1, timeoutMs: 10_000 })
  clock.advance(1_000)
  await sandbox.advance(90)
  await buying
  const [exchange] = mock.journal()
  expect(exchange).toMatchObject({ at: '2026-01-01T00:00:00.250Z', arrivedMs: 250 })
  expect([exchange?.response?.answeredMs, exchange?.delivery?.atMs]).toEqual([250, 1_250])
})

test('admin calls are not in the journal', async () => {
  const send = inProcess(createApp())
  await send('/__mock/health')
  await openSandbox(send).advance(1)
  await send('/__mock/none')
  expect(await journalOf(send)).toEqual([])
})

test('the journal has the target of a request as it was sent', async () => {
  const app = createApp()
  const served = await serveFetch(app.fetch)
  const target = '/orders/TEST%3a1%2F%zz?b=2&a=1&a=%20+'
  await exchangeOverWire(served.url, { method: 'GET', target, body: '' }, newKey())
  expect((await journalOf(inProcess(app)))[0]?.request.target).toBe(target)
  await served.close()
})
