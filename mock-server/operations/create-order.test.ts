import { expect, test } from 'vitest'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { createMock } from '../app.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { mockWithKey } from '../testing/behaviour/sandbox.fixture.ts'

// Replays, conflicts, balances and courses are compared with a model, in ../testing/model.

function newSandbox(options: MockOptions = {}) {
  const { mock, sandbox } = mockWithKey(options)
  return { ...sandbox, orders: () => mock.journal().map(({ order }) => order) }
}

test('the same two fields are the same purchase, however the JSON is written', async () => {
  const { buy, post, balance } = newSandbox()
  await buy('SCENARIO-AT-ONCE', 'TEST:1')
  await post(' {\n "sku": "SCENARIO-AT-ONCE", "partnerReference": "\\u0054EST:1" } ')
  expect(await balance()).toBe(497_500)
})

test('a repeated field counts with its last value', async () => {
  const { post, orders, balance } = newSandbox()
  await post('{"partnerReference":"TEST:1","sku":"SCENARIO-FAILS","sku":"SCENARIO-AT-ONCE"}')
  expect(orders()).toEqual([{ partnerReference: 'TEST:1', sku: 'SCENARIO-AT-ONCE', effect: 'recorded' }])
  expect(await balance()).toBe(497_500)
})

test('a known reference with another SKU is refused, and the clause named', async () => {
  const { buy } = newSandbox()
  await buy('SCENARIO-AT-ONCE', 'TEST:1')
  const refused = await buy('SCENARIO-PROCESSING', 'TEST:1')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    type: 'urn:partner-purchase:problem:reference-conflict',
    field: 'partnerReference',
    clause: 'one-reference-per-purchase',
  })
})

test('an ordinary card is settled in the answer to its purchase', async () => {
  const card = CATALOGUE.find(({ brand }) => brand !== 'Scenario')
  const answer = await newSandbox().buy(card?.sku ?? '')
  expect(await answer.json()).toEqual({ data: { order: { order: { status: 'COMPLETED' } } } })
})

test('an order that fails gives its money back at the moment when it fails', async () => {
  const { clock, sandbox } = mockWithKey()
  await sandbox.buy('SCENARIO-FAILS')
  clock.advance(2_999)
  expect(await sandbox.balance()).toBe(497_500)
  clock.advance(1)
  expect(await sandbox.balance()).toBe(500_000)
})

test('a scenario of your own applies to its SKU, and must fit the schema', async () => {
  const course = { processing: [{ forSeconds: 1, pollAfterSeconds: 7 }], settles: 'failure' } as const
  const own = { sku: 'SCENARIO-AT-ONCE', name: 'own', story: 'Its own.', clauses: [], course }
  const answer = await newSandbox({ scenarios: [own] }).buy('SCENARIO-AT-ONCE')
  const summary = { status: 'PROCESSING', pollAfterSeconds: 7 }
  expect(await answer.json()).toEqual({ data: { order: { order: summary } } })
  const scenarios = [{ ...own, price: 0 }]
  expect(() => createMock({ scenarios })).toThrow('a whole number of minor units, at least 1')
})

test.for([
  ['SCENARIO-LOST-AFTR', /Did you mean SCENARIO-LOST-AFTER\? Read GET \/products/],
  ['lost-after', /Did you mean SCENARIO-LOST-AFTER\?/],
  [
    'scenario-at-once',
    /The catalogue has the SKU \\"SCENARIO-AT-ONCE\\"; the one that was sent differs in case/,
  ],
  ['Scenario - At - Once', /The catalogue has the SKU \\"SCENARIO-AT-ONCE\\"/],
  ['NOTHING-LIKE-IT-500', /catalogue\. (Nothing was bought\. )?Read GET \/products/],
] as const)(
  '%s is no SKU: price and purchase are refused with the SKU that may be meant',
  async ([sku, said]) => {
    const { app } = createMock()
    const headers = { authorization: 'Bearer pk_test_near', 'content-type': 'application/json' }
    const body = JSON.stringify({ partnerReference: 'SHOP:1', sku })
    const price = await app.request(`/products/${sku}/price`, { headers })
    const purchase = await app.request('/orders', { method: 'POST', headers, body })
    for (const answer of [price, purchase]) expect(await answer.text()).toMatch(said)
  },
)
