import { expect, test } from 'vitest'
import * as z from 'zod'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { envelope, product } from '../../contract/wire/bodies.ts'
import { summaryAt } from '../../contract/wire/exchange-facts.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { createApp } from '../app.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

const { money, price, products } = DEFAULT_PROFILE

function newSandbox() {
  return openSandbox(inProcess(createApp()))
}

/** The body of a success, in the documented envelope. */
async function served(answer: Response): Promise<z.infer<typeof envelope>> {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  return envelope.parse(await answer.json())
}

test('GET /products lists every card by its SKU', async () => {
  const body = await served(await newSandbox().get('/products'))
  const listed = z.array(product).parse(readPointer(body, products.pointer))
  expect(listed.map(({ sku }) => sku)).toEqual(CATALOGUE.map(({ sku }) => sku))
})

test('each card has the price at which it is sold', async () => {
  const sandbox = newSandbox()
  for (const card of CATALOGUE) {
    const body = await served(await sandbox.get(`/products/${card.sku}/price`))
    expect(parseAmount(readPointer(body, price.amount), money)).toBe(card.price)
    expect(readPointer(body, price.currency ?? '')).toBe('USD')
  }
})

test('a purchase answers with its summary at data.order.order, and nowhere else', async () => {
  const body = await served(await newSandbox().buy('SCENARIO-PROCESSING'))
  const summary = { status: 'PROCESSING', pollAfterSeconds: 1 }
  expect(summaryAt(body, 'createOrder')).toEqual(summary)
  expect(body).toEqual({ data: { order: { order: summary } } })
  expect(summaryAt(body, 'lookupOrder')).toBeUndefined()
})

test('a lookup answers with the summary at data.order, and nowhere else', async () => {
  const sandbox = newSandbox()
  await sandbox.buy('SCENARIO-PROCESSING', 'TEST:1')
  const body = await served(await sandbox.lookUp('TEST:1'))
  const summary = { status: 'PROCESSING', pollAfterSeconds: 1 }
  expect(summaryAt(body, 'lookupOrder')).toEqual(summary)
  expect(body).toEqual({ data: { order: summary } })
  expect(summaryAt(body, 'createOrder')).toBeUndefined()
})

test('HEAD answers as GET does, without a body', async () => {
  const answer = await newSandbox().call('HEAD', '/ping')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

type Method = 'GET' | 'POST' | 'PUT' | 'QUERY'

function sandboxWith(method: Method, path: string) {
  const partial = { lookup: { method, path } }
  return openSandbox(inProcess(createApp({ profile: partial })), { profile: resolveProfile(partial) })
}

test.each<[Method, string]>([
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
])(
  'a lookup by %s %s finds its order and no other, beside the documented operations',
  async (method, path) => {
    const sandbox = sandboxWith(method, path)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:a/b c+d')).status).toBe(200)
    expect((await sandbox.lookUp('TEST:a/b c+d')).status).toBe(200)
    expect((await sandbox.lookUp('TEST:a/b c d')).status).toBe(404)
    for (const read of ['/ping', '/products/SCENARIO-AT-ONCE/price'])
      expect((await sandbox.get(read)).status).toBe(200)
  },
)

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

test('a lookup by query accepts its parameters in any order, and others among them', async () => {
  const sandbox = sandboxWith('GET', '/orders?kind=card&reference={partnerReference}')
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  expect((await sandbox.get('/orders?trace=1&reference=TEST:1&kind=card')).status).toBe(200)
})
