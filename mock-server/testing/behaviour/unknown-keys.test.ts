import { describe, expect, test } from 'vitest'
import { parsePartners } from '../../../fixtures/parse-partners.ts'
import { PARTNERS } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

const SHOP = { id: 'shop', key: 'pk_test_shop', openingBalance: 2_600, eligible: ['SCENARIO-AT-ONCE'] }

function mockThat(unknownKeys: 'accept' | 'reject') {
  const app = createApp(parsePartners(JSON.stringify({ unknownKeys, partners: [SHOP] }), 'partners.json'))
  return (key: string) => openSandbox(inProcess(app), { key })
}

describe('a mock that rejects unknown keys', () => {
  test('accepts those of its list, each with a catalogue and a balance of its own', async () => {
    const shop = mockThat('reject')(SHOP.key)
    expect(await shop.balance()).toBe(2_600)
    expect((await shop.buy('SCENARIO-AT-ONCE', 'SHOP:1')).status).toBe(200)
    expect((await shop.buy('SCENARIO-FAILS', 'SHOP:2')).status).toBe(422)
    expect((await shop.buy('SCENARIO-AT-ONCE', 'SHOP:3')).status).toBe(402)
  })

  test.each(['pk_test_other', 'pk_test_sho', 'pk_test_SHOP', ...PARTNERS.map(({ key }) => key)])(
    'rejects %s, and says that it is not on the list',
    async (key) => {
      const refused = await mockThat('reject')(key).get('/ping')
      const text = await refused.text()
      expect([refused.status, text]).toEqual([401, expect.stringContaining('not on the list of partners')])
      expect(text).not.toContain(key)
    },
  )

  test.each([{ unknownKeys: 'reject' }, { door: 'closed' }] as const)(
    'rejects every key where its list is empty: %j',
    async (keys) => {
      const app = createApp({ ...keys, partners: [] })
      expect((await openSandbox(inProcess(app)).get('/ping')).status).toBe(401)
    },
  )
})

test('a mock that accepts unknown keys takes each for a guest', async () => {
  const sandboxOf = mockThat('accept')
  expect(await sandboxOf('pk_test_other').balance()).toBe(500_000)
  expect(await sandboxOf(SHOP.key).balance()).toBe(2_600)
})
