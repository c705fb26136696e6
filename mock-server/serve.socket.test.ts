import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import supertest from 'supertest'
import { afterAll, describe, expect, test } from 'vitest'
import { ProfileError } from '../contract/profile/parse-profile.ts'
import { createApp, createMock } from './app.ts'
import { ListenError } from './http/listen.ts'
import { type ServeOptions, serve, serverOf } from './serve.ts'
import { type ServedMock, serveFetch } from './serve-fetch.ts'
import { served } from './testing/behaviour/sandbox.fixture.ts'
import { OWN_ADDRESS, reachedAt } from './testing/requests/wire-request.fixture.ts'

const HAS_IPV6_LOOPBACK = Object.values(networkInterfaces())
  .flat()
  .some((network) => network?.address === '::1')

const UNUSABLE = { profile: { auth: { header: 'Host', format: '{key}' } } }

describe('a served mock', () => {
  test.each<[host: string | undefined, address: RegExp]>([
    [undefined, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ...(HAS_IPV6_LOOPBACK ? ['::', '::1'] : []).map((host): [string, RegExp] => [
      host,
      /^http:\/\/\[::1\]:\d+$/,
    ]),
  ])('at the host %s says where a client can call it', async (host, address) => {
    const mock = await served({ host })
    expect(mock.url).toMatch(address)
    const answer = await fetch(`${mock.url}/__mock/health`)
    expect(await answer.json()).toMatchObject({ mock: 'partner-purchase-kit', status: 'ok' })
  })

  test.runIf(OWN_ADDRESS)('listens on no other address of its machine by default', async () => {
    const mock = await served()
    await expect(fetch(reachedAt(OWN_ADDRESS ?? '', mock.url))).rejects.toThrow(TypeError)
  })

  test('keeps a connection for longer than usual clients do', async () => {
    const mock = await served()
    const answer = await fetch(`${mock.url}/__mock/health`)
    expect(answer.headers.get('Keep-Alive')).toBe('timeout=75')
  })
})

test('an unusable profile is refused before anything listens', async () => {
  await expect(serve(UNUSABLE)).rejects.toThrow(ProfileError)
  expect(() => createApp(UNUSABLE)).toThrow(ProfileError)
})

test('too large headers are answered 431, and reported to who asks', async () => {
  const told: string[] = []
  for (const onUnreadable of [undefined, ({ kind }: { readonly kind: string }) => told.push(kind)]) {
    const mock = await serve(onUnreadable === undefined ? {} : { onUnreadable })
    const answer = await fetch(`${mock.url}/ping`, { headers: { 'X-Large': 'x'.repeat(20_000) } })
    expect(answer.status).toBe(431)
    await mock.close()
  }
  expect(told).toEqual(['malformed'])
})

test('a mock closes while a page is open', async () => {
  const mock = await serve()
  const answer = await fetch(`${mock.url}/__mock/events`)
  expect(answer.status).toBe(200)
  await mock.close()
  // The stream has its end, and is not cut off.
  expect(await answer.text()).toContain('event: hello')
})

const taken = await serve()
afterAll(() => taken.close())

test.each<[what: string, options: ServeOptions, says: readonly string[]]>([
  ['the port, if it is taken', { port: portOf(taken) }, [`127.0.0.1:${portOf(taken)}`, '--port']],
  ['the host, if this machine has no such address', { host: '203.0.113.7' }, ['203.0.113.7', '--host']],
  ...[-1, 65_536, 4010.5].map((port): [string, ServeOptions, string[]] => {
    return [`the port ${port}, which is not a port`, { port }, [String(port)]]
  }),
])('an address that is unavailable is refused with %s, and what to do', async (_, options, says) => {
  const refused = await serve(options).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ListenError)
  for (const words of says) expect(String(refused)).toContain(words)
  expect((await fetch(`${taken.url}/__mock/health`)).status).toBe(200)
})

function portOf({ url }: ServedMock): number {
  return Number(new URL(url).port)
}

/** Reads one answer through an agent, so that the agent keeps its connection. */
function readThrough(agent: Agent, url: string): Promise<{ status: number | undefined; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const { statusCode: status, socket } = response
      response.resume()
      response.on('end', () => resolve({ status, socket }))
    })
    request.on('error', reject)
  })
}

/** A fetch that the test lets answer, and that signals when it was called. */
function heldBack() {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const fetch = async () => {
    asked.resolve()
    await released.promise
    return new Response('at last')
  }
  return { fetch, asked: asked.promise, release: released.resolve }
}

describe('closing a served mock', () => {
  test('ends connections that are kept alive', async () => {
    const mock = await serve()
    const agent = new Agent({ keepAlive: true })
    const { socket } = await readThrough(agent, `${mock.url}/__mock/health`)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await mock.close()
    await closed
    await expect(fetch(mock.url)).rejects.toThrow(TypeError)
    agent.destroy()
  })

  test('waits for an answer in progress, and then ends its connection', async () => {
    const { fetch: held, asked, release } = heldBack()
    const served = await serveFetch(held)
    const agent = new Agent({ keepAlive: true })
    const answer = readThrough(agent, served.url)
    await asked
    const closing = served.close()
    release()
    expect((await answer).status).toBe(200)
    await closing
    agent.destroy()
  })

  test('may be called twice', async () => {
    const mock = await served()
    await Promise.all([mock.close(), mock.close()])
  })
})

const KEY = 'pk_test_server'

test('serverOf shares orders, clocks and journal with its mock, and loses a connection if a scenario says so', async () => {
  const mock = createMock()
  const shop = supertest.agent(serverOf(mock)).auth(KEY, { type: 'bearer' })
  const order = { partnerReference: 'TEST:1', sku: 'SCENARIO-LOST-AFTER' }
  await expect(shop.post('/orders').send(order)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await mock.clockOf(KEY).advance(3600)
  await shop.get('/orders/TEST%3A1').expect(200, { data: { order: { status: 'COMPLETED' } } })
  expect(mock.journal().map(({ delivery }) => delivery?.outcome)).toEqual(['lost', 'delivered'])
})

test.each(['me@localhost', 'localhost/ping', 'b\xfccher.example'])(
  'a request with the invalid Host %s is refused',
  async (host) => {
    await supertest(serverOf(createMock())).get('/ping').set('Host', host).expect(400)
  },
)
