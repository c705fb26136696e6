import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { anyCharacter } from '../../../contract/testing/any-character.fixture.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import type { CatalogueProduct } from '../../../fixtures/product.ts'
import { createApp } from '../../app.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { inProcess, journalOf, newKey, openSandbox, overSocket, type Send } from './sandbox.fixture.ts'

/** Strings that a path, an object or a database may take for something else. */
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  '../x',
  '..%2Fx',
  'a/b',
  '/',
  '//',
  'a\\b',
  'nul\0nul',
  'line\r\nbreak',
  'tab\ttab',
  '\u200f\u202eright to left\u200e',
  '🎁 and 𠜎',
  'é as one, é as two',
  '"double" and \'single\'',
  '%2F',
  '%252F',
  '%zz',
  '100%',
  'a b',
  ' a ',
  'a+b',
  'a?b=c&d',
  '#fragment',
  ':reference',
  '*',
  '{partnerReference}',
  '<script>',
  "'; DROP TABLE orders; --",
  'null',
  '0',
  'SHOP:1',
]

const PROFILES: readonly (readonly [where: string, partial: PartialProfile])[] = [
  ['the path', {}],
  ['the query', { lookup: { method: 'GET', path: '/orders?reference={partnerReference}' } }],
]

const CATALOGUE: readonly CatalogueProduct[] = NAMES.map((sku, index) => ({
  sku,
  name: sku,
  brand: 'Names',
  faceValue: 100,
  price: 101 + index,
  releasedOn: '2026-01-01',
}))

const PRICE_OF_SHOP_1 = 101 + NAMES.indexOf('SHOP:1')

async function bodyOf(answer: Response): Promise<unknown> {
  expect(answer.status).toBe(200)
  return answer.json()
}

describe.each(PROFILES)('with a lookup that names the order in %s', (_, partial) => {
  const profile = resolveProfile(partial)
  let mock: ServedMock
  beforeAll(async () => {
    mock = await serve({ profile: partial, catalogue: CATALOGUE })
  })
  afterAll(() => mock.close())

  test.each(NAMES)('the order %j is bought, found and replayed as the one it is', async (name) => {
    const send = overSocket(mock.url)
    const sandbox = openSandbox(send, { profile })
    expect((await sandbox.lookUp(name)).status).toBe(404)
    await bodyOf(await sandbox.buy('SHOP:1', name))
    expect(await bodyOf(await sandbox.lookUp(name))).toEqual({ data: { order: { status: 'COMPLETED' } } })
    await bodyOf(await sandbox.buy('SHOP:1', name))
    expect((await journalOf(send)).slice(-3).map(({ order }) => order)).toEqual([
      { partnerReference: name, sku: 'SHOP:1', effect: 'recorded' },
      { partnerReference: name, sku: 'SHOP:1', effect: 'none' },
      { partnerReference: name, sku: 'SHOP:1', effect: 'replayed' },
    ])
  })

  test('no two of these references are taken for each other', async () => {
    const send = overSocket(mock.url)
    const sandbox = openSandbox(send, { profile })
    for (const name of NAMES) await bodyOf(await sandbox.buy(name, name))
    for (const name of NAMES) await bodyOf(await sandbox.lookUp(name))
    const found = (await journalOf(send)).slice(-NAMES.length).map(({ order }) => order?.sku)
    expect(found).toEqual(NAMES)
  })

  test('any reference that a URL can carry is found in-process', async () => {
    const send = inProcess(createApp({ profile: partial, catalogue: CATALOGUE }))
    await fc.assert(
      fc.asyncProperty(references, (name) => isFound(send, name)),
      { numRuns: runs({ sample: 25, full: 100 }) },
    )
  })

  async function isFound(send: Send, name: string): Promise<void> {
    const sandbox = openSandbox(send, { profile, key: newKey() })
    await bodyOf(await sandbox.buy('SHOP:1', name))
    await bodyOf(await sandbox.lookUp(name))
    expect(await sandbox.balance()).toBe(500_000 - PRICE_OF_SHOP_1)
  }
})

/** Any text but for blank ones; a URL takes one or two dots alone for something else. */
const references = fc
  .oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('%', '2', 'F', '/', '+', '.', '\\', '?', '#'), minLength: 1 }),
  )
  .filter((text) => text.trim() !== '' && !/^\.{1,2}$/.test(text))

test.each(NAMES)('the SKU %j has the price that it is sold at', async (sku) => {
  const sandbox = openSandbox(inProcess(createApp({ catalogue: CATALOGUE })))
  const { data } = (await bodyOf(await sandbox.get(`/products/${encodeURIComponent(sku)}/price`))) as {
    data: { price: { amount: string } }
  }
  await sandbox.buy(sku)
  expect(500_000 - (await sandbox.balance())).toBe(Math.round(Number(data.price.amount) * 100))
})
