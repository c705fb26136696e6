import { expect, test } from 'vitest'
import { serve } from '../mock-server/serve.ts'
import { openPartner } from '../testing/partner.ts'
import { exchangeWith } from './state/exchange.fixture.ts'
import { testSnippet } from './test-snippet.ts'

const AUTH = { header: 'Authorization', format: 'Bearer {key}' }
const KEY = 'pk_test_me'
const order = (sku: string) => ({ partnerReference: 'SHOP:1', sku })
const HEADERS = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

/** Runs the file that a snippet is, with its imports in place. */
async function run(snippet: string): Promise<void> {
  const body = snippet.replaceAll(/^import .*$/gm, '')
  const started: (() => Promise<void>)[] = []
  const parts = [expect, (_: string, run: () => Promise<void>) => started.push(run), openPartner, serve]
  new Function('expect', 'test', 'openPartner', 'serve', body)(...parts)
  for (const start of started) await start()
  expect(started).toHaveLength(1)
}

test.each([
  ['a purchase', '/orders', { partnerReference: "SHOP:'1`", sku: 'SCENARIO-PROCESSING' }, 'openPartner'],
  ['a refused purchase', '/orders', { partnerReference: 'SHOP:1' }, 'openPartner'],
  ['a call of an unknown path', `/order/\${1}`, {}, 'openPartner'],
  ['a purchase whose answer is lost', '/orders', order('SCENARIO-LOST-AFTER'), 'serve'],
] as const)('%s becomes a test that passes', async (_, path, body, starts) => {
  const mock = await serve()
  const request = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
  await fetch(`${mock.url}${path}`, request).catch(() => {})
  await expect.poll(() => mock.journal()[0]?.delivery).not.toBeNull()
  const [exchange = expect.fail('Nothing arrived.')] = mock.journal()
  await mock.close()
  const snippet = testSnippet(exchange, { auth: AUTH })
  expect(snippet).toContain(`${starts}()`)
  await run(snippet)
})

test('a target that looks like code is text in it', () => {
  const request = { method: 'GET', target: `/\`\${process.exit()}\\`, headers: {}, body: null }
  const snippet = testSnippet(exchangeWith({ request }), { auth: AUTH })
  expect(snippet).toContain(`/\\\`\\\${process.exit()}\\\\\`, {`)
})

test('a fault that was ordered is ordered again', async () => {
  const partner = openPartner()
  await partner.next('unavailable')
  const body = JSON.stringify(order('SCENARIO-AT-ONCE'))
  const headers = { ...HEADERS, Authorization: `Bearer ${partner.key}` }
  await partner.fetch(`${partner.baseUrl}/orders`, { method: 'POST', headers, body })
  const [exchange = expect.fail('Nothing arrived.')] = partner.journal()
  await partner.close()
  const snippet = testSnippet(exchange, { auth: AUTH })
  expect(snippet).toContain("partner.next('unavailable')")
  await run(snippet)
})
