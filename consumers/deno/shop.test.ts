import assert from 'node:assert/strict'
import { createClient, UsageError } from 'partner-purchase-kit/client'
import { serve } from 'partner-purchase-kit/mock-server'
import { openPartner } from 'partner-purchase-kit/testing'

Deno.test('a card is bought once, and its settled order found', async () => {
  const partner = openPartner()
  const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
  assert.equal((await partner.client.purchase(order)).outcome, 'success')
  assert.equal((await partner.client.purchase(order)).outcome, 'success')
  assert.equal((await partner.client.lookup('SHOP:1')).status, 'COMPLETED')
  assert.equal(await partner.balance(), 497_500)
  await partner.close()
})

Deno.test('a lost answer does not buy a second card', async () => {
  const mock = await serve()
  const client = createClient({ baseUrl: mock.url, apiKey: 'pk_test_shop', recovery: { firstDelayMs: 1 } })
  const order = { partnerReference: 'SHOP:2', sku: 'SCENARIO-LOST-AFTER' }
  assert.equal((await client.purchase(order)).outcome, 'success')
  assert.equal(mock.journal({ operation: 'createOrder' })[0]?.delivery?.outcome, 'lost')
  assert.equal((await client.balance()).minorUnits, 497_500)
  await mock.close()
})

Deno.test('types are those of the kit', async () => {
  const client = createClient({ baseUrl: 'https://api.example', apiKey: 'pk_test_shop' })
  // @ts-expect-error: an order has a SKU.
  await assert.rejects(client.order({ partnerReference: 'SHOP:3' }), UsageError)
})
