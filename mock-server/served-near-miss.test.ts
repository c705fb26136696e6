import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createMock } from './app.ts'
import { serverOf } from './serve.ts'
import { newKey } from './testing/behaviour/sandbox.fixture.ts'

type Shop = ReturnType<typeof supertest.agent>
type Call = (shop: Shop, key: string) => supertest.Test

const ORDER = { partnerReference: 'TEST:1', sku: 'SCENARIO-AT-ONCE' }
const buy = (shop: Shop, order: object = ORDER) => shop.post('/orders').send(order)

/** One of each kind: what differs, and why, is tested for each cause. */
const NEAR: readonly (readonly [what: string, call: Call, operation: string, clause: string | null])[] = [
  ['a misspelled path', (shop) => shop.get('/product'), 'listProducts', 'documented-operations-only'],
  ['a misspelled field', (shop) => buy(shop, { reference: '1' }), 'createOrder', 'exactly-two-fields'],
  [
    'a price of a SKU with a blank',
    (shop) => shop.get('/products/SCENARIO-AT-ONCE%20/price'),
    'getPrice',
    'sku-from-catalogue',
  ],
  [
    'a key under another header',
    (shop, key) => buy(shop).unset('Authorization').set('X-Api-Key', key),
    'createOrder',
    null,
  ],
]

describe.each(['problem', 'error-object'] as const)('in the error shape %s', (shape) => {
  const mock = createMock({ profile: { errors: { body: shape } } })
  const server = serverOf(mock)

  async function refusalOf(call: Call, key = newKey()) {
    const shop = supertest.agent(server).auth(key, { type: 'bearer' })
    const { body, text } = await call(shop, key)
    return { said: shape === 'problem' ? body : body.error, exchange: mock.journal().at(-1), text }
  }

  test.each(NEAR)(
    '%s is reported in the answer and in the journal, alike',
    async (_, call, operation, clause) => {
      const key = newKey()
      const { said, exchange, text } = await refusalOf(call, key)
      expect(said.nearMiss).toMatchObject({ operation, clause })
      expect(exchange?.nearMiss).toEqual(said.nearMiss)
      expect(text + JSON.stringify(exchange)).not.toContain(key)
    },
  )

  test('what resembles nothing is refused without a guess', async () => {
    const { said, exchange } = await refusalOf((shop) => shop.get('/cards'))
    expect(said).not.toHaveProperty('nearMiss')
    expect(said.detail ?? said.message).toMatch(/^This GET is no operation/)
    expect(exchange?.nearMiss).toBeNull()
  })

  test('what is served has none', async () => {
    const { exchange } = await refusalOf((shop) => buy(shop))
    expect(exchange).toMatchObject({ nearMiss: null, response: { status: 200 } })
  })
})
