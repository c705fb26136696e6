import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import { parsePartners } from '../../../fixtures/parse-partners.ts'
import { ORDINARY_PARTNER, RESTRICTED_PARTNER, SMALL_BALANCE_PARTNER } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox, type Sandbox } from './sandbox.fixture.ts'

const SHOP = { id: 'shop', key: 'pk_test_shop', openingBalance: 2_600, eligible: ['SCENARIO-AT-ONCE'] }

const send = inProcess(createApp())
const sandboxOf = ({ key }: { key: string }) => openSandbox(send, { key })

async function skusFor(sandbox: Sandbox): Promise<string[]> {
  const { data } = (await (await sandbox.get('/products')).json()) as {
    data: { products: { sku: string }[] }
  }
  return data.products.map(({ sku }) => sku)
}

test('each partner of a mock finds the cards that it is eligible for', async () => {
  const restricted = ['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING']
  expect(await skusFor(sandboxOf(RESTRICTED_PARTNER))).toEqual(restricted)
  for (const partner of [ORDINARY_PARTNER, SMALL_BALANCE_PARTNER])
    expect(await skusFor(sandboxOf(partner))).toHaveLength(CATALOGUE.length)
})

test('a restricted partner reads prices of these cards and buys them, and no others', async () => {
  const sandbox = sandboxOf(RESTRICTED_PARTNER)
  expect((await sandbox.get('/products/SCENARIO-AT-ONCE/price')).status).toBe(200)
  const other = await sandbox.get('/products/SCENARIO-FAILS/price')
  expect([other.status, await other.text()]).toEqual([404, expect.stringContaining(':unknown-sku"')])
  expect((await sandbox.buy('SCENARIO-FAILS', 'TEST:1')).status).toBe(422)
  expect((await sandbox.lookUp('TEST:1')).status).toBe(404)
  // What was refused is free: it may be sent again with another SKU.
  expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).status).toBe(200)
  expect(await sandbox.balance()).toBe(RESTRICTED_PARTNER.openingBalance - 2500)
})

test('any other TEST key is a copy of the ordinary partner', async () => {
  const guest = sandboxOf({ key: 'pk_test_never-seen_1' })
  expect(await skusFor(guest)).toEqual(await skusFor(sandboxOf(ORDINARY_PARTNER)))
  expect(await guest.balance()).toBe(ORDINARY_PARTNER.openingBalance)
})

function mockThat(unknownKeys: 'accept' | 'reject') {
  const app = createApp(parsePartners(JSON.stringify({ unknownKeys, partners: [SHOP] }), 'partners.json'))
  return (key: string) => openSandbox(inProcess(app), { key })
}

describe('a mock that rejects unknown keys', () => {
  test('accepts those of its list, with their own catalogue and balance', async () => {
    const shop = mockThat('reject')(SHOP.key)
    expect(await shop.balance()).toBe(2_600)
    expect((await shop.buy('SCENARIO-AT-ONCE', 'SHOP:1')).status).toBe(200)
    expect((await shop.buy('SCENARIO-FAILS', 'SHOP:2')).status).toBe(422)
    expect((await shop.buy('SCENARIO-AT-ONCE', 'SHOP:3')).status).toBe(402)
  })

  test.each(['pk_test_sho', 'pk_test_SHOP', ORDINARY_PARTNER.key])(
    'rejects %s, and says that it is not on the list',
    async (key) => {
      const refused = await mockThat('reject')(key).get('/ping')
      const text = await refused.text()
      expect([refused.status, text]).toEqual([401, expect.stringContaining('not on the list of partners')])
      expect(text).not.toContain(key)
    },
  )

  test('rejects every key where its list is empty', async () => {
    const app = createApp({ unknownKeys: 'reject', partners: [] })
    expect((await openSandbox(inProcess(app)).get('/ping')).status).toBe(401)
  })
})

test('a mock that accepts unknown keys takes each for a guest', async () => {
  const sandboxOf = mockThat('accept')
  expect(await sandboxOf('pk_test_other').balance()).toBe(500_000)
  expect(await sandboxOf(SHOP.key).balance()).toBe(2_600)
})
