import { getResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { CATALOGUE } from '../fixtures/catalogue.ts'
import { FAILS, GIFT } from '../fixtures/own-goods.fixture.ts'
import { createApp, createMock } from '../mock-server/app.ts'
import { createFetch } from '../mock-server/fetch.ts'
import { handlers } from '../mock-server/msw.ts'
import { serve } from '../mock-server/serve.ts'
import { createClient } from '../reference-client/client.ts'
import type { Fetch } from '../reference-client/options.ts'
import { openPartner } from './partner.ts'

/** A scenario of the added card: it has no price of its own. */
const GIFT_FAILS = { ...FAILS, sku: GIFT.sku, price: undefined }
const OWN = { catalogue: [GIFT], scenarios: [FAILS, GIFT_FAILS] }

type Mock = { readonly fetch: Fetch; readonly baseUrl?: string; readonly key?: string }

const BASE = { baseUrl: 'https://api.example/v1' }

/** Every way to make a mock, with a `fetch` that it answers. */
const ENTRIES: Readonly<Record<string, (own: typeof OWN) => Mock | Promise<Mock>>> = {
  createApp: (own) => ({ fetch: createFetch({ ...BASE, app: createApp(own) }) }),
  createMock: (own) => ({ fetch: createFetch({ ...BASE, app: createMock(own).app }) }),
  createFetch: (own) => ({ fetch: createFetch({ ...BASE, ...own }) }),
  handlers: (own) => {
    const mocked = handlers({ ...BASE, ...own })
    return { fetch: async (request) => (await getResponse(mocked, request)) ?? Response.error() }
  },
  serve: async (own) => {
    const mock = await serve({ port: 0, ...own })
    onTestFinished(() => mock.close())
    return { fetch: (request) => fetch(request), baseUrl: mock.url }
  },
  openPartner: (own) => openPartner(own),
}

test.for(Object.entries(ENTRIES))(
  '%s: cards and scenarios of your own are served beside the built-in scenarios',
  async ([, open]) => {
    const { fetch, baseUrl = BASE.baseUrl, key = 'pk_test_own_goods' } = await open(OWN)
    const client = createClient({ baseUrl, apiKey: key, fetch, recovery: { firstDelayMs: 0 } })
    const skus = (await client.products()).map(({ sku }) => sku)
    expect(skus.filter((sku) => !sku.startsWith('SCENARIO-'))).toEqual([FAILS.sku, GIFT.sku])
    const lost = { partnerReference: 'SHOP:1', sku: 'SCENARIO-LOST-AFTER' }
    await expect(client.order(lost)).rejects.toThrow()
    expect((await client.purchase({ partnerReference: 'SHOP:2', sku: FAILS.sku })).outcome).toBe('failure')
    const gift = await client.purchase({ partnerReference: 'SHOP:3', sku: GIFT.sku })
    expect(gift).toMatchObject({ outcome: 'failure', price: { minorUnits: 450 } })
    expect((await client.price(FAILS.sku)).minorUnits).toBe(900)
  },
)

test.for(Object.entries(ENTRIES))('%s: a card that does not fit is refused', async ([, open]) => {
  const wrong = { ...OWN, catalogue: [{ ...GIFT, price: -4.5 }] }
  await expect((async () => open(wrong))()).rejects.toThrow(
    'catalogue[0].price: found -4.5, expected a whole number of minor units, at least 1',
  )
})

test('a partner needs a name, a key and a balance, and is restricted by nothing else', async () => {
  const key = 'pk_test_own_partner'
  const { app } = createMock({ partners: [{ id: 'shop', key, openingBalance: 100_00 }] })
  const fetch = createFetch({ ...BASE, app })
  const client = createClient({ ...BASE, apiKey: key, fetch })
  expect((await client.balance()).minorUnits).toBe(100_00)
  expect(await client.products()).toHaveLength(CATALOGUE.length)
})
