import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { createApp } from '../../app.ts'
import { inProcess, openWorld } from './sandbox.fixture.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'QUERY'

function worldWith(method: Method, path: string) {
  const partial = { lookup: { method, path } }
  return openWorld(inProcess(createApp({ profile: partial })), { profile: resolveProfile(partial) })
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
    const world = worldWith(method, path)
    await world.buy('SCENARIO-AT-ONCE', 'TEST:a/b c+d')
    expect((await world.lookUp('TEST:a/b c+d')).status).toBe(200)
    expect((await world.lookUp('TEST:a/b c d')).status).toBe(404)
  })

  test('leaves the documented operations where they are', async () => {
    const world = worldWith(method, path)
    expect((await world.get('/ping')).status).toBe(200)
    expect((await world.get('/products/SCENARIO-AT-ONCE/price')).status).toBe(200)
    expect((await world.buy('SCENARIO-AT-ONCE')).status).toBe(200)
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
])('what a lookup at %s is written with is taken by the letter: %s is none', async (path, asked) => {
  const world = worldWith('GET', path)
  await world.buy('SCENARIO-AT-ONCE', 'TEST:1')
  const answer = await world.get(asked)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('unknown-operation')
})

test('a query in which the parameters stand in another order, or with others, is the same lookup', async () => {
  const world = worldWith('GET', '/orders?kind=card&reference={partnerReference}')
  await world.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await world.get('/orders?trace=1&reference=TEST:1&kind=card')).status).toBe(200)
})
