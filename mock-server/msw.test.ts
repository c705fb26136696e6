import http from 'node:http'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { createApp } from './app.ts'
import { handlers } from './msw.ts'
import { serveFetch } from './serve-fetch.ts'
import { newKey, openSandbox, overSocket, type Send } from './testing/behaviour/sandbox.fixture.ts'

const BASES = {
  plain: 'http://plain.example',
  prefixed: 'https://secure.example:8443/partner/v1',
  local: 'http://localhost:4010/api/',
}

let asked = 0
const live = await serveFetch(() => {
  asked += 1
  return new Response('not the mock')
})

const clock = manualClock()
const app = createApp({ clock })
const addresses = [...Object.values(BASES), `${live.url}/v1`]
const server = setupServer(...addresses.flatMap((baseUrl) => handlers({ baseUrl, app })))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(async () => {
  server.close()
  await live.close()
})

function byNodeHttp(base: string): Send {
  return (path, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = http.request(`${base}${path}`, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
      })
      sent.once('error', reject).once('response', async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('')
        resolve(new Response(text, { status: answer.statusCode ?? 0 }))
      })
      sent.end(body)
    })
}

const CLIENTS: readonly (readonly [client: string, base: string, send: Send])[] = [
  ['fetch', BASES.plain, overSocket(BASES.plain)],
  ['fetch', BASES.prefixed, overSocket(BASES.prefixed)],
  ['node:http', BASES.local, byNodeHttp('http://localhost:4010/api')],
]

describe.each(CLIENTS)('through %s, at %s', (_, __, send) => {
  test('a card is bought, followed and paid', async () => {
    const sandbox = openSandbox(send)
    const placed = await sandbox.buy('SCENARIO-PROCESSING')
    expect([placed.status, await placed.text()]).toEqual([200, expect.stringContaining('PROCESSING')])
    clock.advance(2000)
    expect(await (await sandbox.lookUp('TEST:1')).json()).toEqual({
      data: { order: { status: 'COMPLETED' } },
    })
    expect(await sandbox.balance()).toBe(497_500)
  })

  test('the admin API is refused', async () => {
    expect((await send('/__mock/journal')).status).toBe(403)
  })
})

describe('a request to another address', () => {
  test('is not sent if msw is configured so', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    await expect(fetch(`${live.url}/v10/ping`)).rejects.toThrow()
    expect(complaint).toHaveBeenCalledWith(expect.stringContaining(`GET ${live.url}/v10/ping`))
    complaint.mockRestore()
    expect(asked).toBe(0)
  })

  test('arrives where it was sent if msw is configured so', async () => {
    server.close()
    server.listen({ onUnhandledFrame: 'bypass' })
    expect(await (await fetch(`${live.url}/v10/ping`)).text()).toBe('not the mock')
    expect((await fetch(`${live.url}/v1/ping`)).status).toBe(401)
    expect(asked).toBe(1)
  })
})

test('the admin API is served only with the option', async () => {
  server.use(...handlers({ baseUrl: 'http://asked.example/v1', app, admin: true }))
  for (const send of [overSocket('http://asked.example/v1'), byNodeHttp('http://asked.example/v1')]) {
    const headers = { Origin: 'http://asked.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await send('/__mock/health', { headers })).status).toBe(200)
  }
  expect((await fetch('http://plain.example/__mock/health')).status).toBe(403)
})

test('without an app, the handlers have a mock of their own', async () => {
  const key = newKey()
  const profile = { states: { success: ['ISSUED'] } }
  server.use(...handlers({ baseUrl: 'https://own.example', profile }))
  const own = openSandbox(overSocket('https://own.example'), { key })
  expect(await (await own.buy('SCENARIO-AT-ONCE')).text()).toContain('ISSUED')
  expect((await openSandbox(overSocket(BASES.plain), { key }).lookUp('TEST:1')).status).toBe(404)
})

describe('a lost answer', () => {
  test('rejects, and its order is recorded', async () => {
    const sandbox = openSandbox(overSocket(BASES.plain))
    await expect(sandbox.buy('SCENARIO-LOST-AFTER')).rejects.toThrow(TypeError)
    expect(await sandbox.balance()).toBe(497_500)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(200)
  })

  test('that would be cut is refused with the name of its scenario: MSW would deliver the half as a whole', async () => {
    const sandbox = openSandbox(overSocket(BASES.plain))
    const refused = await sandbox.buy('SCENARIO-CUT')
    expect(refused.status).toBe(422)
    const { type, detail } = (await refused.json()) as Record<string, string>
    expect(type).toMatch(/:needs-socket$/)
    for (const said of ['SCENARIO-CUT', 'MSW', 'createFetch', 'nothing was bought'])
      expect(detail).toContain(said)
    expect(await sandbox.balance()).toBe(500_000)
  })
})
