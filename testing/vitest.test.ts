import { describe, expect } from 'vitest'
import { openCollections } from '../fixtures/collections.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { createClient } from '../reference-client/client.ts'
import { openPartner } from './partner.ts'
import { test } from './vitest.ts'

const SLOW = { partnerReference: 'SHOP:1', sku: 'SCENARIO-PROCESSING' }
const AT_ONCE = { partnerReference: 'SHOP:1', sku: 'SCENARIO-AT-ONCE' }

describe('a test receives', () => {
  test('a client that buys a slow card without real waiting', async ({ partner }) => {
    const began = partner.clock.now()
    const { outcome } = await partner.client.purchase(SLOW)
    expect(outcome).toBe('success')
    expect(partner.clock.now() - began).toBe(2000)
  })

  test('a clock that changes only when it is advanced', async ({ partner }) => {
    const { client, clock } = partner
    expect((await client.order(SLOW)).status).toBe('PROCESSING')
    await clock.advance(1.999)
    expect((await client.lookup(SLOW.partnerReference)).status).toBe('PROCESSING')
    await clock.advance(0.001)
    expect((await client.lookup(SLOW.partnerReference)).status).toBe('COMPLETED')
  })

  describe('cards and partners of its own', async () => {
    const { products, partners } = await openCollections()
    const [sample] = products.findMany()
    await products.create({ ...(sample as CatalogueProduct), sku: 'GIFT-5', price: 50 })
    test.override('partnerOptions', {
      catalogue: products.findMany((q) => q.where({ price: (price) => price < 100 })),
      partner: partners.findFirst((q) => q.where({ id: 'small-balance' })),
    })

    test('as a collection has them', async ({ partner }) => {
      const skus = (await partner.client.products()).map(({ sku }) => sku)
      expect(skus.filter((sku) => !sku.startsWith('SCENARIO-'))).toEqual(['GIFT-5'])
      await partner.client.purchase({ partnerReference: 'SHOP:1', sku: 'GIFT-5' })
      expect(await partner.balance()).toBe(6000 - 50)
    })
  })

  test('a clock that can also run by itself, and be stopped', async ({ partner }) => {
    const { client, clock } = partner
    await client.order(SLOW)
    clock.run(1_000_000)
    clock.resume()
    await expect.poll(async () => (await client.lookup(SLOW.partnerReference)).status).toBe('COMPLETED')
    clock.freeze()
    const stopped = clock.now()
    await client.ping()
    expect(clock.now()).toBe(stopped)
  })

  test('a journal of the requests, timed by that clock, without the key', async ({ partner }) => {
    await partner.client.purchase(SLOW)
    const exchanges = partner.journal()
    expect(exchanges.map(({ operation, arrivedMs }) => [operation, arrivedMs])).toEqual([
      ['getPrice', 0],
      ['getBalance', 0],
      ['createOrder', 0],
      ['lookupOrder', 1000],
      ['lookupOrder', 2000],
    ])
    expect(JSON.stringify(exchanges)).not.toContain(partner.key)
  })

  test('a balance that changes with a purchase, without a journal entry', async ({ partner }) => {
    expect(await partner.balance()).toBe(500_000)
    await partner.client.order(AT_ONCE)
    expect(await partner.balance()).toBe(497_500)
    expect(partner.journal()).toHaveLength(1)
  })

  test('a clock that another client can sleep by', async ({ partner }) => {
    const { key, baseUrl, fetch, clock } = partner
    const client = createClient({ apiKey: key, baseUrl, fetch, clock })
    expect((await client.purchase({ ...SLOW, sku: 'SCENARIO-LONG' })).outcome).toBe('success')
  })
})

describe('tests at the same time', () => {
  const BOTH = ['one', 'other'] as const
  const keys = new Set<string>()

  test.concurrent.for(BOTH)('share nothing, even with the same reference: the %s', async (_, { partner }) => {
    keys.add(partner.key)
    await partner.client.order(SLOW)
    await expect.poll(() => keys.size).toBe(BOTH.length)
    expect(await partner.balance()).toBe(497_500)
    expect(partner.journal()).toHaveLength(1)
    await partner.client.purchase(SLOW)
  })
})

describe('a scenario with a network failure', () => {
  test('delayed beyond the timeout of the client, a purchase is made once', async ({ partner }) => {
    const { client, clock, balance } = partner
    const bought = client.purchase({ partnerReference: 'SHOP:1', sku: 'SCENARIO-STALLED' })
    await expect.poll(() => partner.journal().at(-1)?.operation).toBe('createOrder')
    await clock.advance(90)
    expect((await bought).outcome).toBe('success')
    expect(await balance()).toBe(497_500)
  })

  test('a purchase whose answer is lost is made once, and found', async ({ partner }) => {
    const order = { partnerReference: 'SHOP:1', sku: 'SCENARIO-LOST-AFTER' }
    expect((await partner.client.purchase(order)).outcome).toBe('success')
    expect(partner.journal({ operation: 'createOrder' })[0]?.delivery?.outcome).toBe('lost')
    expect(await partner.balance()).toBe(497_500)
  })
})

describe('with options', () => {
  const GIFT = {
    sku: 'GIFT-1',
    name: 'Gift',
    brand: 'Any',
    faceValue: 100,
    price: 90,
    releasedOn: '2026-01-01',
  }
  const HOUR = {
    sku: 'MY-HOUR',
    name: 'an hour',
    story: 'It takes an hour.',
    price: 1000,
    course: { processing: [{ forSeconds: 3600, pollAfterSeconds: 600 }], settles: 'success' },
  } as const

  describe('of every kind', () => {
    test.override('partnerOptions', {
      profile: {
        auth: { header: 'X-Api-Key', format: '{key}' },
        states: { success: ['ISSUED'] },
        lookup: { path: '/orders?reference={partnerReference}' },
      },
      catalogue: [GIFT, { ...GIFT, sku: 'GIFT-2' }],
      scenarios: [HOUR],
      partner: { openingBalance: 1140, eligible: ['GIFT-1', 'MY-HOUR'] },
      client: { recovery: { maxAttempts: 0 } },
    })

    test('mock and client both use them', async ({ partner }) => {
      const { client, journal, balance } = partner
      expect((await client.products()).map(({ sku }) => sku)).toEqual(['MY-HOUR', 'GIFT-1'])
      const { summary } = await client.purchase({ partnerReference: 'SHOP:1', sku: 'MY-HOUR' })
      expect(summary.status).toBe('ISSUED')
      const request = expect.objectContaining({ target: '/orders?reference=SHOP%3A1' })
      expect(journal().at(-1)).toMatchObject({ arrivedMs: 3_600_000, request })
      expect(await balance()).toBe(140)
      await expect(client.purchase({ ...AT_ONCE, sku: 'MY-HOUR' })).rejects.toThrow(/balance/)
      await partner.next('unavailable')
      await expect(client.purchase({ partnerReference: 'SHOP:2', sku: 'GIFT-1' })).rejects.toThrow()
      expect(journal({ operation: 'createOrder' })).toHaveLength(2)
    })
  })

  test('of scenarios, the cards of the other scenarios stay', async () => {
    const { client, balance } = openPartner({ scenarios: [HOUR] })
    await client.purchase({ ...AT_ONCE, partnerReference: 'SHOP:2' })
    expect(await balance()).toBe(497_500)
  })

  test('of one block, another block is as it was', async ({ partner }) => {
    expect(await partner.balance()).toBe(500_000)
    expect((await partner.client.products()).length).toBeGreaterThan(20)
  })
})
