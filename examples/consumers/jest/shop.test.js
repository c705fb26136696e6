import { createClient } from 'partner-purchase-kit/client'
import { serve } from 'partner-purchase-kit/mock-server'
import { openPartner } from 'partner-purchase-kit/testing'

let partner
beforeEach(() => {
  partner = openPartner()
})
afterEach(() => partner.close())

test('a card is bought once, and its settled order found', async () => {
  const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
  expect((await partner.client.purchase(order)).outcome).toBe('success')
  expect((await partner.client.purchase(order)).outcome).toBe('success')
  expect((await partner.client.lookup('SHOP:1')).status).toBe('COMPLETED')
  expect(await partner.balance()).toBe(497_500)
})

test('a lost answer does not buy a second card', async () => {
  const mock = await serve()
  const client = createClient({ baseUrl: mock.url, apiKey: partner.key, recovery: { firstDelayMs: 1 } })
  const order = { partnerReference: 'SHOP:2', sku: 'SCENARIO-LOST-AFTER' }
  expect((await client.purchase(order)).outcome).toBe('success')
  expect(mock.journal({ operation: 'createOrder' })[0].delivery.outcome).toBe('lost')
  expect((await client.balance()).minorUnits).toBe(497_500)
  await mock.close()
})
