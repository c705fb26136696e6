import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedMock, serve } from '../../serve.ts'
import { openSandbox, overSocket, type Sandbox } from '../behaviour/sandbox.fixture.ts'
import { EVERY_STRING, type StrangeMock, serveStrange } from './strange-mock.fixture.ts'

let mock: StrangeMock
/** It knows none of these strings. */
let plain: ServedMock
beforeAll(async () => {
  mock = await serveStrange()
  plain = await serve()
})
afterAll(() => Promise.all([mock.close(), plain.close()]))

type Recorded = {
  readonly order: { readonly partnerReference: string; readonly sku: string; readonly effect: string }
}

/** The orders in a journal, as it is read over the mock's own surface. */
async function ordersIn(sandbox: Sandbox): Promise<Recorded['order'][]> {
  const answer = await fetch(`${mock.url}/__mock/journal?partner=${mock.partnerOf(sandbox.key)}`)
  const { exchanges } = (await answer.json()) as { exchanges: Recorded[] }
  return exchanges.map(({ order }) => order).filter((order) => order !== null)
}

describe.each(EVERY_STRING)('%j as a reference', (reference) => {
  test('is a string like any other: bought once, replayed, in conflict with another SKU, and back from the journal', async () => {
    const sandbox = mock.open()
    expect((await sandbox.buy('SCENARIO-AT-ONCE', reference)).status).toBe(200)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', reference)).status).toBe(200)
    const conflict = await sandbox.buy('SCENARIO-FAILS', reference)
    expect(conflict.status).toBe(409)
    expect(((await conflict.json()) as { detail: string }).detail).toContain(JSON.stringify(reference))
    expect((await ordersIn(sandbox)).slice(-3)).toEqual([
      { partnerReference: reference, sku: 'SCENARIO-AT-ONCE', effect: 'recorded' },
      { partnerReference: reference, sku: 'SCENARIO-AT-ONCE', effect: 'replayed' },
      { partnerReference: reference, sku: 'SCENARIO-FAILS', effect: 'none' },
    ])
    expect(await sandbox.balance()).toBe(497_500)
  })
})

describe.each(EVERY_STRING)('%j as a SKU', (sku) => {
  test('is in the catalogue, is bought, and comes back as it was sent', async () => {
    const sandbox = mock.open()
    const products = (await (await sandbox.get('/products')).json()) as {
      data: { products: { sku: string }[] }
    }
    expect(products.data.products.map((product) => product.sku)).toContain(sku)
    expect((await sandbox.buy(sku, 'TEST:1')).status).toBe(200)
    expect(await sandbox.balance()).toBe(499_900)
    expect((await ordersIn(sandbox)).at(-1)).toEqual({
      partnerReference: 'TEST:1',
      sku,
      effect: 'recorded',
    })
  })

  test('is unknown where the catalogue has no such card', async () => {
    const sandbox = openSandbox(overSocket(plain.url))
    const refused = await sandbox.buy(sku, 'TEST:1')
    expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'sku' }])
  })
})

test('nothing of all this has left a trace on the prototypes of this process', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  const plain: Record<string, unknown> = {}
  for (const name of ['partnerReference', 'sku', 'effect', 'price', 'polluted'])
    expect(plain[name]).toBeUndefined()
  expect(String(plain)).toBe('[object Object]')
})

test.each([
  '{"__proto__":{"polluted":1},"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
  '{"constructor":{"prototype":{"polluted":1}},"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
])('a body that reaches for a prototype is refused: %s', async (body) => {
  const sandbox = mock.open()
  const headers = { 'Content-Type': 'application/json' }
  expect((await sandbox.call('POST', '/orders', { headers, body })).status).toBe(422)
  expect(Object(1).polluted).toBeUndefined()
})
