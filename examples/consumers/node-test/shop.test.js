import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createClient } from 'partner-purchase-kit/client'
import { serve } from 'partner-purchase-kit/mock-server'
import { openPartner } from 'partner-purchase-kit/testing'
import { buyCard } from './shop.js'

describe('in this process', () => {
  let partner
  beforeEach(() => {
    partner = openPartner()
  })
  afterEach(() => partner.close())

  test('a card is sold when its order has settled', async () => {
    const began = partner.clock.now()
    assert.equal(await buyCard(partner.client, 1, 'SCENARIO-PROCESSING'), 'sold')
    assert.equal((await partner.client.lookup('SHOP:1')).status, 'COMPLETED')
    assert.equal(partner.clock.now() - began, 2000)
    assert.equal(await partner.balance(), 497_500)
  })

  test('an order that fails costs nothing', async () => {
    assert.equal(await buyCard(partner.client, 2, 'SCENARIO-FAILS'), 'not sold: FAILED')
    assert.equal(await partner.balance(), 500_000)
  })
})

test('over a socket, a lost answer does not buy a second card', async (context) => {
  const mock = await serve()
  context.after(() => mock.close())
  const client = createClient({ baseUrl: mock.url, apiKey: 'pk_test_shop', recovery: { firstDelayMs: 1 } })
  assert.equal(await buyCard(client, 3, 'SCENARIO-LOST-AFTER'), 'sold')
  const purchases = mock.journal({ operation: 'createOrder' })
  assert.equal(purchases[0].delivery.outcome, 'lost')
  assert.deepEqual([...new Set(purchases.map(({ order }) => order.partnerReference))], ['SHOP:3'])
  assert.equal((await client.balance()).minorUnits, 500_000 - 2_500)
})
