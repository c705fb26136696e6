import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createMock, handlers } from 'partner-purchase-kit/msw'

const BASE_URL = 'https://api.example/v1'
const KEY = 'pk_test_shop'
const HEADERS = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

const mock = createMock()
const other = http.get('https://shop.example/health', () => new Response('well'))
const server = setupServer(...handlers({ baseUrl: BASE_URL, app: mock.app }), other)
server.listen()
after(() => server.close())

/** A client of your own, which calls `fetch` by itself. */
async function call(path: string, order?: { partnerReference: string; sku: string }) {
  const init = order === undefined ? {} : { method: 'POST', body: JSON.stringify(order) }
  const answer = await fetch(`${BASE_URL}${path}`, { headers: HEADERS, ...init })
  return { status: answer.status, body: await answer.json() }
}

test('a card is bought, and its settled order read', async () => {
  const placed = await call('/orders', { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' })
  assert.deepEqual(placed.body, { data: { order: { order: { status: 'PROCESSING', pollAfterSeconds: 1 } } } })
  await mock.clockOf(KEY).advance(2)
  assert.deepEqual((await call('/orders/SHOP%3A1')).body, { data: { order: { status: 'COMPLETED' } } })
})

test('an order whose answer is lost is found by its reference', async () => {
  await mock.next(KEY, 'lost-after')
  await assert.rejects(call('/orders', { partnerReference: 'SHOP:2', sku: 'SCENARIO-AT-ONCE' }), TypeError)
  assert.deepEqual((await call('/orders/SHOP%3A2')).body, { data: { order: { status: 'COMPLETED' } } })
})

test('a request to another address goes to your own handlers', async () => {
  assert.equal(await (await fetch('https://shop.example/health')).text(), 'well')
  assert.equal(
    mock.journal().some(({ request }) => request.target.includes('health')),
    false,
  )
})

test('a wrong option does not compile', () => {
  // @ts-expect-error: the base URL is required.
  assert.throws(() => handlers({ app: mock.app }))
})
