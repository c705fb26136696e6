import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, type TestContext, test } from 'vitest'
import { deadAddress } from '../cli/testing/dead-address.fixture.ts'
import { portOf } from '../contract/testing/listening.fixture.ts'
import { createClient } from './client.ts'
import { KEY, ORDER } from './testing/client-under-test.fixture.ts'

const BODIES: Readonly<Record<string, unknown>> = {
  'GET /products/CARD-25/price': { data: { price: { amount: '25.00', currency: 'USD' } } },
  'GET /balance': { data: { balance: { amount: '100.00', currency: 'USD' } } },
  'GET /orders/SHOP%3A1': { data: { order: { status: 'COMPLETED', pollAfterSeconds: null } } },
}

type FirstPost = (request: IncomingMessage, response: ServerResponse) => void

/** A service whose purchase ends as given; it answers everything else. */
async function serve(onPost: FirstPost, test: Pick<TestContext, 'onTestFinished'>) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    calls.push(call)
    request.resume().once('end', () => {
      if (call === 'POST /orders') onPost(request, response)
      else response.end(JSON.stringify(BODIES[call]))
    })
  })
  const port = await portOf(server, test)
  const recovery = { firstDelayMs: 1 }
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: KEY,
    timeoutMs: 1_000,
    recovery,
  })
  return { client, calls }
}

const FAULTS: readonly (readonly [string, FirstPost])[] = [
  ['is never answered', () => undefined],
  ['is reset', (request) => request.socket.resetAndDestroy()],
  [
    'is cut in mid-answer',
    (request, response) => {
      response.writeHead(201, { 'content-length': '100' })
      response.write('{"data":', () => request.socket.resetAndDestroy())
    },
  ],
  ['stalls in mid-answer', (_, response) => void response.writeHead(201).write('{"data":')],
  ['is redirected', (_, response) => void response.writeHead(307, { location: '/stolen' }).end()],
]

// They wait side by side for their timeouts.
test.concurrent.for(FAULTS)(
  'over a real connection, a purchase that %s is found by its lookup',
  async ([, fault], context) => {
    const { client, calls } = await serve(fault, context)
    expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success' })
    expect(calls.slice(2)).toEqual(['POST /orders', 'GET /orders/SHOP%3A1'])
  },
)

test.concurrent('over a real connection, a timeout releases the connection', async (context) => {
  const closed = Promise.withResolvers<void>()
  const { client } = await serve((request) => request.socket.once('close', closed.resolve), context)
  await expect(client.order(ORDER)).rejects.toMatchObject({ name: 'TimeoutError', operation: 'createOrder' })
  await closed.promise
})

test('a port without a listener gives a ConnectionError', async () => {
  const client = createClient({ baseUrl: await deadAddress(), apiKey: KEY })
  await expect(client.ping()).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})
