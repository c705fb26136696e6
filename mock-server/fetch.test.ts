import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { createApp, createMock } from './app.ts'
import { createFetch, type InProcessFetch } from './fetch.ts'
import { journalOf, newKey, openSandbox, type Send } from './testing/behaviour/sandbox.fixture.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const BASES = ['https://api.example', 'http://localhost:8443/partner/api/v2/']

function below(baseUrl: string, fetch: ReturnType<typeof createFetch>): Send {
  const base = baseUrl.replace(/\/$/, '')
  return (path, init) => fetch(`${base}${path}`, init)
}

// Purchases and lookups through it are compared with a model, in testing/model.
describe.each(BASES)('at %s', (baseUrl) => {
  test('the journal has the path below the base address', async () => {
    const app = createApp()
    const sandbox = openSandbox(below(baseUrl, createFetch({ baseUrl, app })))
    await sandbox.get('/products?page=1')
    const [exchange] = await journalOf(async (path, init) => app.request(path, init))
    expect(exchange?.request).toMatchObject({ method: 'GET', target: '/products?page=1' })
  })

  test.each(['/__mock?x', '/%5F_mock/health', '/x/../__mock/health'])(
    'the admin API is not at %s unless it is asked for',
    async (path) => {
      const app = createApp()
      const refused = await below(baseUrl, createFetch({ baseUrl, app }))(path)
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('admin: true')])
      const offered = await below(baseUrl, createFetch({ baseUrl, app, admin: true }))(path)
      expect(offered.status).not.toBe(403)
    },
  )
})

test.each([
  'http://api.example/v1/ping',
  'https://api.example:8443/v1/ping',
  'https://other.example/v1/ping',
  'https://api.example/ping',
  'https://api.example/v10/ping',
  'https://api.example/V1/ping',
])('%s is not below https://api.example/v1: the error names both', async (address) => {
  const fetch = createFetch({ baseUrl: 'https://api.example/v1' })
  await expect(fetch(address)).rejects.toThrow(
    `GET ${address}, and answers only for what is below https://api.example/v1`,
  )
})

test('a refusal quotes no key', async () => {
  const fetch = createFetch({ baseUrl: 'https://api.example' })
  await expect(fetch('https://other.example/?key=pk_test_secret')).rejects.toThrow(/^(?!.*secret)/)
})

test.each([
  ['api.example', 'not an absolute URL'],
  ['ftp://api.example', 'the protocol ftp:'],
  ['https://user:word@api.example', 'credentials'],
  ['https://api.example?x=1', 'a query'],
  ['https://api.example#x', 'a fragment'],
])('%s is refused as a base address: the error says why, and gives an example', (baseUrl, found) => {
  expect(() => createFetch({ baseUrl })).toThrow(new RegExp(`found .*${found}.* Give an address such as`))
})

test('two base addresses over one app share the orders of a key', async () => {
  const app = createApp()
  const key = newKey()
  const [one, other] = ['https://one.example', 'https://other.example/v1'].map((baseUrl) =>
    openSandbox(below(baseUrl, createFetch({ baseUrl, app })), { key }),
  )
  await one?.buy('SCENARIO-AT-ONCE')
  expect((await other?.lookUp('TEST:1'))?.status).toBe(200)
})

test('an allowlist sees the given address of the caller', async () => {
  const baseUrl = 'https://api.example'
  const statusFrom = async (from: { address?: string }) => {
    const send = below(baseUrl, createFetch({ baseUrl, ...from }))
    return (await openSandbox(send, { key: 'pk_test_allowlisted' }).get('/ping')).status
  }
  expect(await statusFrom({ address: '203.0.113.7' })).toBe(200)
  expect(await statusFrom({})).toBe(403)
})

describe('like the fetch of the platform, it', () => {
  const baseUrl = 'https://api.example/v1'
  const headers = { Authorization: 'Bearer pk_test_like_platform', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ partnerReference: 'TEST:1', sku: 'SCENARIO-AT-ONCE' })

  test('takes an address, a URL, or a request with its body', async () => {
    const fetch = createFetch({ baseUrl })
    expect((await fetch(`${baseUrl}/ping`, { headers })).status).toBe(200)
    expect((await fetch(new URL(`${baseUrl}/ping`), { headers })).status).toBe(200)
    expect((await fetch(new Request(`${baseUrl}/orders`, { method: 'POST', headers, body }))).status).toBe(
      200,
    )
  })

  test('sends nothing if its signal is already aborted, and rejects with the reason', async () => {
    const mock = createMock()
    const fetch = createFetch({ baseUrl, app: mock.app })
    await expect(fetch(`${baseUrl}/ping`, { headers, signal: AbortSignal.abort('stop') })).rejects.toBe(
      'stop',
    )
    expect(mock.journal()).toEqual([])
  })

  test('rejects with the reason if its signal is aborted before the answer', async () => {
    const fetch = createFetch({ baseUrl })
    const controller = new AbortController()
    const asked = fetch(`${baseUrl}/ping`, { headers, signal: controller.signal })
    controller.abort('late')
    await expect(asked).rejects.toBe('late')
  })

  test.each([
    ['init', (fetch: InProcessFetch, url: string, init: RequestInit) => fetch(url, init)],
    ['Request', (fetch: InProcessFetch, url: string, init: RequestInit) => fetch(new Request(url, init))],
  ])(
    'ends an answer when the signal of its %s is aborted, even after a garbage collection',
    async (_, ask) => {
      const fetch = createFetch({ baseUrl, clock: manualClock() })
      const controller = new AbortController()
      const trickling = JSON.stringify({ partnerReference: 'SHOP:2', sku: 'SCENARIO-TRICKLE' })
      const init = { method: 'POST', headers, body: trickling, signal: controller.signal }
      const text = (await ask(fetch, `${baseUrl}/orders`, init)).text()
      await pause(1)
      collectGarbage()
      // Finalizers run in a later turn than the collection.
      await pause(1)
      controller.abort('late')
      await expect(text).rejects.toBe('late')
    },
  )
})
