import { describe, expect, test } from 'vitest'
import { ALLOWLISTED_PARTNER, type Partner } from '../../fixtures/partners.ts'
import { createApp } from '../app.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

const ALLOWED = '203.0.113.7'
const STRANGER = '198.51.100.1'
const Authorization = `Bearer ${ALLOWLISTED_PARTNER.key}`

async function pinged(
  address: string | undefined,
  { headers = {}, ...options }: MockOptions & { headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const env = address === undefined ? {} : { address }
  const answer = await createApp(options).request('/ping', { headers: { Authorization, ...headers } }, env)
  return { status: answer.status, text: await answer.text() }
}

function allowing(...allowlist: string[]): { partners: Partner[] } {
  return { partners: [{ ...ALLOWLISTED_PARTNER, allowlist }] }
}

describe('a partner with an allowlist', () => {
  test.each([
    [ALLOWED, ALLOWED, 200],
    [ALLOWED, `::ffff:${ALLOWED}`, 200],
    ['2001:db8:5::/48', '2001:db8:5:ffff::1', 200],
    [ALLOWED, '203.0.113.8', 403],
    [ALLOWED, 'unknown', 403],
    [ALLOWED, '', 403],
    [ALLOWED, `${ALLOWED}.evil.example`, 403],
  ])('of %s answers a call from %j with %i', async (rule, address, status) => {
    expect((await pinged(address, allowing(rule))).status).toBe(status)
  })

  test('is served at each address of its list, and nowhere if the list is empty', async () => {
    for (const address of [ALLOWED, '2001:db8:1::1'])
      expect((await pinged(address, allowing(ALLOWED, '2001:db8::/32'))).status).toBe(200)
    expect((await pinged(ALLOWED, allowing())).status).toBe(403)
  })

  test('is refused to a caller in this process, and to a peer that has disconnected', async () => {
    expect((await pinged(undefined)).status).toBe(403)
    const gone = { incoming: { rawHeaders: [], rawTrailers: [], socket: { remoteAddress: undefined } } }
    expect((await createApp().request('/ping', { headers: { Authorization } }, gone)).status).toBe(403)
  })

  test.each(['203.0.113', '203.0.113.7/33', 'example.test', ''])(
    'is refused at the start with the rule %j',
    (rule) => {
      expect(() => createApp(allowing(rule))).toThrow(TypeError)
    },
  )
})

test('a partner without an allowlist is served to every address', async () => {
  const partners = [{ ...ALLOWLISTED_PARTNER, allowlist: null }]
  expect((await pinged(STRANGER, { partners })).status).toBe(200)
})

test('a stranger is told its address, is served no operation, and buys nothing', async () => {
  const app = createApp()
  const { key } = ALLOWLISTED_PARTNER
  const stranger = openSandbox(inProcess(app, STRANGER), { key })
  const answer = await stranger.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(STRANGER)])
  for (const path of ['/products', '/products/SCENARIO-AT-ONCE/price', '/balance', '/orders/TEST:1'])
    expect((await stranger.get(path)).status).toBe(403)
  const allowed = openSandbox(inProcess(app, ALLOWED), { key })
  expect((await allowed.lookUp('TEST:1')).status).toBe(404)
  expect(await allowed.balance()).toBe(ALLOWLISTED_PARTNER.openingBalance)
})

test('no header changes the address that a call came from', async () => {
  const forged = (address: string) => ({
    Forwarded: `for=${address}`,
    'X-Forwarded-For': `127.0.0.1, ${address}`,
    'X-Real-IP': address,
    'X-Client-IP': address,
    'CF-Connecting-IP': address,
    'True-Client-IP': address,
  })
  const refused = { status: 403, text: expect.stringContaining(STRANGER) }
  expect(await pinged(STRANGER, { headers: forged(ALLOWED) })).toEqual(refused)
  expect((await pinged(ALLOWED, { headers: forged(STRANGER) })).status).toBe(200)
})
