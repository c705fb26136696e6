import { describe, expect, test } from 'vitest'
import { ALLOWLISTED_PARTNER, type Partner } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

function partnerAllowing(...allowlist: string[]): Partner {
  return { ...ALLOWLISTED_PARTNER, id: 'listed', key: 'pk_test_listed', allowlist }
}

async function pingStatus(partner: Partner, address?: string): Promise<number> {
  const app = createApp({ partners: [partner] })
  return (await openSandbox(inProcess(app, address), { key: partner.key }).get('/ping')).status
}

const ALLOWED = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '::ffff:203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.255'],
  ['2001:db8:5::/48', '2001:db8:5:ffff::1'],
] as const

const NOT_ALLOWED = [
  ['203.0.113.7', '203.0.113.8'],
  ['203.0.113.7', '127.0.0.1'],
  ['2001:db8:5::/48', '203.0.113.7'],
  ['203.0.113.7', 'unknown'],
  ['203.0.113.7', ''],
  ['203.0.113.7', '203.0.113.7.evil.example'],
] as const

describe('a partner with an allowlist', () => {
  test.each(ALLOWED)('of %s is served to %s', async (rule, address) => {
    expect(await pingStatus(partnerAllowing(rule), address)).toBe(200)
  })

  test.each(NOT_ALLOWED)('of %s is refused to %j', async (rule, address) => {
    expect(await pingStatus(partnerAllowing(rule), address)).toBe(403)
  })

  test('is served to each address of the list', async () => {
    const partner = partnerAllowing('203.0.113.7', '2001:db8::/32')
    expect(await pingStatus(partner, '203.0.113.7')).toBe(200)
    expect(await pingStatus(partner, '2001:db8:1::1')).toBe(200)
  })

  test('that is empty is served to no address', async () => {
    expect(await pingStatus(partnerAllowing(), '203.0.113.7')).toBe(403)
  })

  test('is refused to a caller in this process, whose address is not on the list', async () => {
    expect(await pingStatus(ALLOWLISTED_PARTNER)).toBe(403)
  })

  test('is refused when the peer has disconnected, so that its address is unknown', async () => {
    const app = createApp()
    const headers = { Authorization: `Bearer ${ALLOWLISTED_PARTNER.key}` }
    const gone = { incoming: { socket: { remoteAddress: undefined } } }
    expect((await app.request('/ping', { headers }, gone)).status).toBe(403)
  })
})

test('a refusal names the address, buys nothing, and serves no operation', async () => {
  const app = createApp()
  const { key } = ALLOWLISTED_PARTNER
  const stranger = openSandbox(inProcess(app, '198.51.100.1'), { key })
  const answer = await stranger.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('198.51.100.1')
  for (const path of ['/products', '/products/SCENARIO-AT-ONCE/price', '/balance', '/orders/TEST:1'])
    expect((await stranger.get(path)).status).toBe(403)
  const allowed = openSandbox(inProcess(app, '203.0.113.7'), { key })
  expect((await allowed.lookUp('TEST:1')).status).toBe(404)
  expect(await allowed.balance()).toBe(ALLOWLISTED_PARTNER.openingBalance)
})

test('a partner without an allowlist is served to every address', async () => {
  const partner = { ...ALLOWLISTED_PARTNER, allowlist: null }
  expect(await pingStatus(partner, '198.51.100.1')).toBe(200)
})

test.each(['203.0.113', '203.0.113.7/33', 'example.test', ''])(
  'the rule %j is refused at the start',
  (rule) => {
    expect(() => createApp({ partners: [partnerAllowing(rule)] })).toThrow(TypeError)
  },
)
