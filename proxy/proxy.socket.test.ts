import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { selfSigned } from '../cli/testing/self-signed.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { ORDERED_FAULTS } from '../contract/wire/ordered-fault.ts'
import type { Judging } from './admin.ts'
import { parseScripts } from './faults.ts'
import { call, clientOf, proxied, proxyTo } from './testing/opened.fixture.ts'
import { plainService, slowService } from './testing/services.fixture.ts'

const SKU = 'YEN-500'
/** Whose key a call of the proxy itself is about: none stands in a URL. */
const MINE = { headers: { 'x-partner-key': 'pk_test_mine' } }

describe.concurrent('a proxy', () => {
  test('hands the answers of the six operations on unchanged, and passes nothing else on', async (context) => {
    const { service, client, proxy } = await proxied(context)
    expect(await client.get('/ping')).toMatchObject({
      status: 200,
      body: '{"data":{"status":"ok","mode":"TEST","version":7}}',
    })
    expect((await client.get('/products')).body).toContain('"title":"Card YEN-90"')
    expect((await client.get(`/products/${SKU}/price`)).body).toBe('{"data":{"cost":500}}')
    expect((await client.get('/balance')).body).toBe('{"data":{"left":100000000}}')
    const bought = await client.buy('SHOP:1', SKU)
    expect(bought).toMatchObject({ status: 201, body: expect.stringContaining('"cardCode":"CODE-') })
    expect(await client.lookUp('SHOP:1')).toMatchObject({ status: 200 })
    service.asked.clear()
    for (const path of ['/', '/admin', '/orders/1', '/ping/', '/products/a/b/price', '/..'])
      expect((await client.get(path)).status).toBeGreaterThanOrEqual(400)
    expect([...service.asked]).toEqual([])
    expect(proxy.store.spent).toBe(1)
  })

  test('says by which address it is called, also where it listens at every one', async (context) => {
    const { proxy, client } = await proxied(context, { host: '0.0.0.0', keys: ['pk_test_mine'] })
    expect(proxy.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await client.get('/ping')).status).toBe(200)
  })

  test('journals what the service answered beside what the client got, and no card code', async (context) => {
    const { proxy, client } = await proxied(context)
    await client.order('lost-after')
    expect((await client.buy('SHOP:1', SKU)).failure).toBe('ECONNRESET')
    const [exchange] = proxy.journal.exchanges()
    expect(exchange).toMatchObject({
      delivery: { outcome: 'lost' },
      order: { effect: 'recorded', partnerReference: 'SHOP:1', sku: SKU },
      fault: { at: 'after-recording', does: 'reset', ordered: 'lost-after' },
      upstream: { response: { status: 201 }, failure: null },
    })
    expect(exchange?.upstream?.response?.body).toContain('"cardCode":"(string)"')
    expect(JSON.stringify(exchange)).not.toContain('CODE-')
  })

  test('judges the last thousand exchanges of a key, and tells the judge what came before them', async (context) => {
    const asked = vi.fn<Judging['client']>(() => [])
    const judging = { client: asked, service: () => [], recording: () => undefined }
    const { proxy } = await proxied(context, { judging })
    const headers = { 'x-partner-key': 'pk_test_mine' }
    // Over a few connections: a thousand of them take seconds.
    const ping = async () => (await fetch(`${proxy.url}/ping`, { headers })).text()
    for (let round = 0; round < 18; round += 1) await Promise.all(Array.from({ length: 56 }, ping))
    const page = await call(proxy.url, 'GET', '/__mock/')
    expect(page.body).toContain(', 1008 exchanges')
    await call(proxy.url, 'GET', '/__mock/judgement', MINE)
    expect(asked.mock.calls.map(([{ length }, omitted]) => [length, omitted])).toEqual([
      [1000, 8],
      [1000, 8],
    ])
  })

  test.for([
    ['lost-before', 0, 'ECONNRESET', null],
    ['lost-after', 1, 'ECONNRESET', null],
    ['cut', 1, 'ECONNRESET', null],
    ['unavailable', 0, null, 503],
    ['unavailable-after', 1, null, 503],
    ['internal-error', 0, null, 500],
    ['internal-error-after', 1, null, 500],
    ['bad-gateway', 0, null, 502],
    ['bad-gateway-after', 1, null, 502],
    ['rate-limited', 0, null, 420],
    ['rate-limited-after', 1, null, 420],
    ['trickle', 1, null, 201],
  ] as const)(
    'strikes by %s, and the service has seen %i purchases',
    async ([fault, seen, failure, status], context) => {
      const { service, client } = await proxied(context)
      expect((await client.order(fault)).status).toBe(200)
      expect(await client.buy('SHOP:1', SKU)).toMatchObject({ failure, status })
      expect(service.ledger).toHaveLength(seen)
      // Once.
      expect((await client.buy('SHOP:1', SKU)).status).toBe(201)
      expect(service.ledger.filter(({ isNew }) => isNew)).toHaveLength(1)
    },
  )

  test('takes an order of a fault as curl sends it, which calls any body a form', async (context) => {
    const { client, proxy } = await proxied(context)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = '{"key":"pk_test_mine","fault":"unavailable","on":"purchase","at":1}'
    expect((await call(proxy.url, 'POST', '/__mock/next', { headers, body })).status).toBe(200)
    expect((await client.buy('SHOP:1', SKU)).status).toBe(503)
  })

  test('has a test for each fault that can be ordered, but the one of 90 seconds', () => {
    expect(Object.keys(ORDERED_FAULTS)).toHaveLength(13)
  })

  test('strikes the nth lookup of the key that it was ordered for, and no other key', async (context) => {
    const { client, proxy, service } = await proxied(context)
    const other = clientOf(proxy.url, service, 'pk_test_other')
    await client.order('lost-before', { on: 'lookup', at: 2 })
    await client.buy('SHOP:1', SKU)
    await other.buy('OTHER:1', SKU)
    const seen = [
      await client.lookUp('SHOP:1'),
      await other.lookUp('OTHER:1'),
      await other.lookUp('OTHER:1'),
      await client.lookUp('SHOP:1'),
    ]
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, null])
    expect(JSON.parse((await call(proxy.url, 'GET', '/__mock/next', MINE)).body)).toEqual({
      waiting: [],
    })
    await client.order('cut')
    const inUrl = await call(proxy.url, 'DELETE', '/__mock/next?key=pk_test_mine')
    expect(inUrl).toMatchObject({ status: 400, body: expect.stringContaining('must not be in a URL') })
    await call(proxy.url, 'DELETE', '/__mock/next', MINE)
    expect((await client.buy('SHOP:2', SKU)).status).toBe(201)
  })

  test('a late answer that its client does not wait for was still passed on', async (context) => {
    const { client, proxy, service } = await proxied(context, {
      scripts: parseScripts(
        [{ sku: SKU, faults: [{ at: 'after-recording', does: { kind: 'stall', seconds: 1 } }] }],
        'it',
      ),
    })
    expect((await client.buy('SHOP:1', SKU)).status).toBe(201)
    const [first] = proxy.journal.exchanges()
    expect((first?.delivery?.atMs ?? 0) - (first?.arrivedMs ?? 0)).toBeGreaterThanOrEqual(999)
    expect(service.ledger).toHaveLength(1)
    // After the first request about a reference, it is as usual.
    expect((await client.buy('SHOP:1', SKU)).status).toBe(201)
  })

  test('never gives a reference of one key to another, lookups included', async (context) => {
    const { client, service, proxy } = await proxied(context)
    const other = clientOf(proxy.url, service, 'pk_test_other')
    await client.buy('SHOP:1', SKU)
    service.asked.clear()
    for (const seen of [
      await other.lookUp('SHOP:1'),
      await other.buy('SHOP:1', SKU),
      await other.buy('shop:1 ', SKU),
    ])
      expect(seen).toMatchObject({ status: 403, body: expect.stringContaining('Another client key') })
    expect([...service.asked]).toEqual([])
  })

  test('passes on as many purchases as it may, resends included, and refuses the next', async (context) => {
    const { client, service } = await proxied(context, { maxPurchases: 2 })
    await client.buy('SHOP:1', SKU)
    await client.buy('SHOP:1', SKU)
    expect(await client.buy('SHOP:1', SKU)).toMatchObject({
      status: 403,
      body: expect.stringContaining('--max-purchases'),
    })
    expect(service.ledger).toHaveLength(2)
    expect((await client.lookUp('SHOP:1')).status).toBe(200)
  })

  test('does by name not do what only a mock can do', async (context) => {
    const { proxy } = await proxied(context)
    for (const name of ['clock', 'reset', 'top-up', 'revoke'])
      expect(await call(proxy.url, 'POST', `/__mock/${name}`)).toMatchObject({
        status: 405,
        body: expect.stringContaining(`${name}: a proxy does not do this.`),
      })
    for (const member of ['course', 'price', 'revokesKey'])
      expect(() => parseScripts([{ sku: 'A', faults: [], [member]: 1 }], 'mine.json')).toThrow(member)
  })
})

describe.concurrent('before anything is passed on, a proxy refuses', () => {
  test('a target that is in no TEST mode, or answers nothing', async (context) => {
    const service = await plainService()
    context.onTestFinished(service.close)
    const profile = resolveProfile({ ...service.profile, ping: { mode: '/data/version' } })
    await expect(proxyTo(service, { profile })).rejects.toMatchObject({
      name: 'TargetError',
      isUnreachable: false,
    })
    const elsewhere = proxyTo(service, { baseUrl: `${service.url}/v2` })
    await expect(elsewhere).rejects.toMatchObject({
      isUnreachable: true,
      message: expect.stringContaining('may lack a part of its path'),
    })
    const nobody = proxyTo(service, { key: 'pk_test_nobody' })
    await expect(nobody).rejects.toThrow(/key in SERVICE_PARTNER_API_KEY, and how the profile sends it/)
    const unreachable = proxyTo(service, { baseUrl: 'http://127.0.0.1:1' })
    await expect(unreachable).rejects.toMatchObject({ isUnreachable: true })
    await expect(proxyTo(service, { key: 'live_key' })).rejects.toThrow('TEST key')
    await expect(proxyTo(service, { host: '0.0.0.0' })).rejects.toThrow('listed keys')
  })

  test('a store of another target', async (context) => {
    const file = join(temporaryFolder(context), 'proxy.db')
    const service = await plainService()
    context.onTestFinished(service.close)
    await (await proxyTo(service, { file })).close()
    const other = await plainService()
    context.onTestFinished(other.close)
    await expect(proxyTo(other, { file })).rejects.toThrow('belongs to another target')
  })
})

test('what was passed on is known after a restart: owners, budget, waiting faults and exchanges', async (context) => {
  const file = join(temporaryFolder(context), 'proxy.db')
  const service = await plainService()
  context.onTestFinished(service.close)
  const options = { file, maxPurchases: 2 }
  const first = await proxyTo(service, options)
  const mine = clientOf(first.url, service, 'pk_test_mine')
  await mine.buy('SHOP:1', SKU)
  await mine.order('internal-error-after', { at: 2 })
  await mine.lookUp('SHOP:1')
  await first.close()
  const again = await proxyTo(service, options)
  context.onTestFinished(again.close)
  expect(again.journal.exchanges().map(({ operation }) => operation)).toEqual(['createOrder', 'lookupOrder'])
  expect((await clientOf(again.url, service, 'pk_test_other').buy('SHOP:1', SKU)).status).toBe(403)
  const later = clientOf(again.url, service, 'pk_test_mine')
  expect((await later.buy('SHOP:1', SKU)).status).toBe(201)
  expect((await later.buy('SHOP:2', SKU)).status).toBe(403)
})

test('at a service over TLS, a slow order is followed to its end', async (context) => {
  const tls = selfSigned()
  const service = await slowService(tls, 300)
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  context.onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  const { client } = await proxied(context, {}, service)
  expect((await client.buy('SHOP:1', 'EU/10')).body).toContain('PROCESSING')
  await expect.poll(async () => (await client.lookUp('SHOP:1')).body).toContain('delivered')
})
