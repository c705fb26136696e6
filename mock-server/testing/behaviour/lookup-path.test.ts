import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'QUERY'

function sandboxWith(method: Method, path: string) {
  const partial = { lookup: { method, path } }
  return openSandbox(inProcess(createApp({ profile: partial })), { profile: resolveProfile(partial) })
}

describe.each<[Method, string]>([
  ['GET', '/orders/{partnerReference}'],
  ['GET', '/v2/orders/{partnerReference}/status'],
  ['GET', '/orders/{partnerReference}/'],
  ['GET', '/orders?reference={partnerReference}'],
  ['GET', '/orders?kind=card&reference={partnerReference}'],
  ['GET', '/orders?kind=gift+card&partner+reference={partnerReference}'],
  ['GET', '/orders/{partnerReference}?full=yes'],
  ['GET', '/orders:find?reference={partnerReference}'],
  ['GET', '/:orders/{partnerReference}'],
  ['GET', '/*/{partnerReference}'],
  ['GET', '/a.b+c(d)|$/{partnerReference}'],
  ['POST', '/orders/lookup/{partnerReference}'],
  ['PUT', '/orders/{partnerReference}'],
  ['QUERY', '/orders/{partnerReference}'],
])('a lookup by %s %s', (method, path) => {
  test('finds the order, and no other', async () => {
    const sandbox = sandboxWith(method, path)
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:a/b c+d')
    expect((await sandbox.lookUp('TEST:a/b c+d')).status).toBe(200)
    expect((await sandbox.lookUp('TEST:a/b c d')).status).toBe(404)
  })

  test('does not change the documented operations', async () => {
    const sandbox = sandboxWith(method, path)
    expect((await sandbox.get('/ping')).status).toBe(200)
    expect((await sandbox.get('/products/SCENARIO-AT-ONCE/price')).status).toBe(200)
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
  })
})

test.each([
  ['/orders:find?reference={partnerReference}', '/ordersANY?reference=TEST%3A1'],
  ['/:orders/{partnerReference}', '/anything/TEST:1'],
  ['/*/{partnerReference}', '/anything/TEST:1'],
  ['/a.b/{partnerReference}', '/aXb/TEST:1'],
  ['/orders/{partnerReference}?full=yes', '/orders/TEST:1'],
  ['/orders/{partnerReference}?full=yes', '/orders/TEST:1?full=no'],
  ['/orders?reference={partnerReference}', '/orders'],
  ['/orders?reference={partnerReference}', '/orders?Reference=TEST%3A1'],
])('the characters of a lookup at %s are literal: %s is not a lookup', async (path, asked) => {
  const sandbox = sandboxWith('GET', path)
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  const answer = await sandbox.get(asked)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('unknown-operation')
})

test('a query in which the parameters stand in another order, or with others, is the same lookup', async () => {
  const sandbox = sandboxWith('GET', '/orders?kind=card&reference={partnerReference}')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await sandbox.get('/orders?trace=1&reference=TEST:1&kind=card')).status).toBe(200)
})
