import { createClient } from 'partner-purchase-kit/client'
import { contractSuite } from 'partner-purchase-kit/contract-tests'
import { serve } from 'partner-purchase-kit/mock-server'
import { test } from 'partner-purchase-kit/vitest'
import * as vitest from 'vitest'

const { describe, expect } = vitest
const SLOW = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }

test('a card is bought once, and its settled order found', async ({ partner }) => {
  expect((await partner.client.purchase(SLOW)).outcome).toBe('success')
  expect((await partner.client.purchase(SLOW)).outcome).toBe('success')
  expect((await partner.client.lookup(SLOW.partnerReference)).status).toBe('COMPLETED')
  expect(await partner.balance()).toBe(497_500)
})

test('a lost answer does not buy a second card', async ({ partner }) => {
  const mock = await serve()
  const client = createClient({ baseUrl: mock.url, apiKey: partner.key, recovery: { firstDelayMs: 1 } })
  const order = { partnerReference: 'SHOP:2', sku: 'SCENARIO-LOST-AFTER' }
  expect((await client.purchase(order)).outcome).toBe('success')
  expect(mock.journal({ operation: 'createOrder' })[0]?.delivery?.outcome).toBe('lost')
  expect((await client.balance()).minorUnits).toBe(497_500)
  await mock.close()
})

test('types are those of the kit', async ({ partner }) => {
  // @ts-expect-error: an order has a SKU.
  await expect(partner.client.purchase({ partnerReference: 'SHOP:3' })).rejects.toThrow('sku')
  // @ts-expect-error: a balance is a number.
  const balance: string = await partner.balance()
  expect(balance).toBe(500_000)
})

describe('options', () => {
  test.override('partnerOptions', { partner: { openingBalance: 1000 } })

  test('of a block are for its tests alone', async ({ partner }) => {
    await expect(partner.client.purchase(SLOW)).rejects.toThrow('balance')
  })
})

const mock = await serve()
contractSuite({ baseUrl: mock.url, apiKey: 'pk_test_suite' }, vitest)
