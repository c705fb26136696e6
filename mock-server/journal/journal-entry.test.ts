import { describe, expect, test, vi } from 'vitest'
import { exchangeSchema } from '../../contract/wire/exchange.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { ALLOWLISTED_PARTNER, RESTRICTED_PARTNER } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'
import { serveFetch } from '../serve-fetch.ts'
import { inProcess, journalOf, newKey, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'
import { encodeRequest, exchangeOverWire, openSocket } from '../testing/requests/wire-request.fixture.ts'
import { redactedHeaders } from './redact-request.ts'

function heldBack() {
  const { readable: body, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const init = { headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' } as RequestInit
  const push = (text: string) => void writer.write(text).catch(() => {})
  return { init, push, end: () => writer.close(), cut: () => writer.abort(new Error('gone')) }
}

test('a header called __proto__ is recorded under a name that is not lost', () => {
  const headers = redactedHeaders(['__proto__', 'a value'], (text) => text)
  expect(JSON.parse(JSON.stringify(headers))).toEqual({ '(__proto__)': 'a value' })
})

describe('the journal has', () => {
  test('an exchange of each operation, as it is described', async () => {
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
  ])('a call %s, with its refusal', async (_, key, path, status, partner, operation) => {
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

  test('a request whose body is still on its way, before any answer', async () => {
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

  test('a request whose body broke off, without an order', async () => {
    const send = inProcess(createApp())
    const { init, push, cut } = heldBack()
    const answer = openSandbox(send).call('POST', '/orders', init)
    push('{"partnerReference":"TEST:1",')
    cut()
    expect((await answer).status).toBe(422)
    const [exchange] = exchangeSchema.array().parse(await journalOf(send))
    expect(exchange).toMatchObject({ request: { body: null }, order: null })
  })

  test('requests in the order of their arrival, not of their bodies', async () => {
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

  test('a request that was aborted in the middle of its body, over a socket', async () => {
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

test('admin calls are not in the journal', async () => {
  const send = inProcess(createApp())
  await send('/__mock/health')
  await openSandbox(send).advance(1)
  await send('/__mock/none')
  expect(await journalOf(send)).toEqual([])
})

test('a target is in the journal as it was sent', async () => {
  const app = createApp()
  const served = await serveFetch(app.fetch)
  const target = '/orders/TEST%3a1%2F%zz?b=2&a=1&a=%20+'
  await exchangeOverWire(served.url, { method: 'GET', target, body: '' }, newKey())
  expect((await journalOf(inProcess(app)))[0]?.request.target).toBe(target)
  await served.close()
})
