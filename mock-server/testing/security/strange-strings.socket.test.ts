import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { anyCharacter } from '../../../contract/testing/any-character.fixture.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../../fixtures/product.ts'
import { createApp, createMock } from '../../app.ts'
import { serveFetch } from '../../serve-fetch.ts'
import { inProcess, openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'

/** Strings that mean something to a machine, and nothing to the API: to it they are references and SKUs like others. */
const STRANGE_STRINGS = [
  ...String.raw`
    __proto__ constructor prototype toString hasOwnProperty valueOf ../ ..%2F ..\ ../../etc/passwd %2e%2e%2f
    %00 %2F %252F % %zz ... / // a/b ?a=b#c :partnerReference * {partnerReference} {{7*7}}#{7*7}
    <script>alert(1)</script> -1 1e3 NaN 0 null undefined true`
    .trim()
    .split(/\s+/),
  ...['a+b c', "' OR 1=1 --", ' a ', '\u00A0a\u00A0', '"a\' \\b\t', 'a\r\nSet-Cookie: a=b'],
  ...['\u0000', 'a\u0000b', '\u0001\u001b[31m\u007f', '\uFEFFa', '\uFFFD', '\uFFFF', '\u{10FFFF}'],
  ...['\u202Etxet\u202C', '\u200Fa\u061C', '\u2066isolated\u2069', 'e\u0301', '\u00E9', '\u{2070E}'],
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319',
  '\u{1F381}\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  ...['x'.repeat(256), '\u{1F381}'.repeat(128)],
]
/** Strings of which no URL can hold all: halves of characters, which only JSON can escape. */
const HALF_STRINGS = ['\uD83D', '\uDE00', 'TEST:\uD83D', '\uDE00:1', '\uDE00\uD83D', 'a\uD800b']
/** Segments that every URL-conforming client resolves away before it sends them. */
const DOT_SEGMENTS = ['.', '..']
const EVERY_STRING = [...STRANGE_STRINGS, ...HALF_STRINGS, ...DOT_SEGMENTS]

const BY_QUERY = resolveProfile({
  lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
})
const [first] = CATALOGUE as readonly [CatalogueProduct, ...CatalogueProduct[]]
const CARDS = [...EVERY_STRING.map((sku) => ({ ...first, sku, price: 100, faceValue: 100 })), ...CATALOGUE]

/** A mock with those cards, and sandboxes of it: in this process, or over a socket. */
function strangeMock(profile = DEFAULT_PROFILE) {
  const mock = createMock({ catalogue: CARDS, profile })
  const open = (send = inProcess(mock.app)) => {
    const sandbox = openSandbox(send, { profile })
    const partner = mock.partnerOf(sandbox.key)
    return { ...sandbox, orders: () => mock.journal({ partner }).map(({ order }) => order) }
  }
  return { mock, open }
}

const [byPath, byQuery] = [strangeMock(), strangeMock(BY_QUERY)]
const catalogue = await (await byPath.open().get('/products')).text()
const withoutCards = inProcess(createApp())

describe.each(EVERY_STRING)('%j', (text) => {
  test('is a reference like any other: bought once, replayed, in conflict, and back from the journal', async () => {
    const sandbox = byPath.open()
    expect((await sandbox.buy('SCENARIO-AT-ONCE', text)).status).toBe(200)
    expect((await sandbox.buy('SCENARIO-AT-ONCE', text)).status).toBe(200)
    const conflict = await sandbox.buy('SCENARIO-FAILS', text)
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toMatchObject({ detail: expect.stringContaining(JSON.stringify(text)) })
    const order = { partnerReference: text, sku: 'SCENARIO-AT-ONCE' }
    expect(sandbox.orders()).toEqual([
      { ...order, effect: 'recorded' },
      { ...order, effect: 'replayed' },
      { ...order, sku: 'SCENARIO-FAILS', effect: 'none' },
    ])
    expect(await sandbox.balance()).toBe(497_500)
  })

  test('is a SKU like any other: in the catalogue, bought, and unknown where it is no card', async () => {
    const sandbox = byPath.open()
    expect(catalogue).toContain(JSON.stringify({ sku: text }).slice(1, -1))
    expect((await sandbox.buy(text, 'TEST:1')).status).toBe(200)
    expect(await sandbox.balance()).toBe(499_900)
    expect(sandbox.orders()[0]).toEqual({ partnerReference: 'TEST:1', sku: text, effect: 'recorded' })
    const refused = await openSandbox(withoutCards).buy(text, 'TEST:1')
    expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'sku' }])
  })
})

test('each in a URL finds the order of that reference and the price of that SKU, however alike they look', async () => {
  for (const { mock, open } of [byPath, byQuery]) {
    const served = await serveFetch(mock.app.fetch)
    const sandbox = open(overSocket(served.url))
    const price = async (text: string) =>
      (await sandbox.get(`/products/${encodeURIComponent(text)}/price`)).text()
    for (const text of STRANGE_STRINGS) await sandbox.buy(text, text)
    for (const text of STRANGE_STRINGS) expect((await sandbox.lookUp(`${text}x`)).status, text).toBe(404)
    for (const text of STRANGE_STRINGS) expect(await price(text), text).toContain('"1.00"')
    for (const text of STRANGE_STRINGS) await sandbox.lookUp(text)
    const found = sandbox.orders().slice(-STRANGE_STRINGS.length)
    expect(found.map((order) => order?.sku)).toEqual(STRANGE_STRINGS)
    await served.close()
  }
})

/** Any text but for blank ones; a URL takes one or two dots alone for something else. */
const references = fc
  .oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'%2F/+.\\?#'), minLength: 1 }),
  )
  .filter((text) => text.trim() !== '' && !/^\.{1,2}$/.test(text))

test.each([
  ['the path', DEFAULT_PROFILE],
  ['the query', BY_QUERY],
])('any reference that a URL can carry is found in %s', async (_, profile) => {
  const send = inProcess(createApp({ profile }))
  const property = fc.asyncProperty(references, async (reference) => {
    const sandbox = openSandbox(send, { profile })
    await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect((await sandbox.lookUp(reference)).status).toBe(200)
    expect(await sandbox.balance()).toBe(497_500)
  })
  await fc.assert(property, { numRuns: runs({ sample: 10, full: 100 }) })
})

test.each(HALF_STRINGS)(
  '%j is followed by the identical body, and not found by what a URL makes of it',
  async (text) => {
    const sandbox = byPath.open()
    await sandbox.buy('SCENARIO-PROCESSING', text)
    expect((await sandbox.lookUp(text.toWellFormed())).status).toBe(404)
    expect(await (await sandbox.buy('SCENARIO-PROCESSING', text)).text()).toContain('PROCESSING')
    await sandbox.advance(2)
    expect(await (await sandbox.buy('SCENARIO-PROCESSING', text)).text()).toContain('COMPLETED')
  },
)

test.each(DOT_SEGMENTS)(
  '%j is resolved away in a path, which is no operation, and found in a query',
  async (text) => {
    const [sandbox, other] = [byPath.open(), byQuery.open()]
    for (const one of [sandbox, other]) await one.buy('SCENARIO-AT-ONCE', text)
    for (const segment of [text, text.replaceAll('.', '%2e'), text.replaceAll('.', '%2E')]) {
      const refused = await sandbox.get(`/orders/${segment}`)
      expect(refused.status).toBe(404)
      expect(await refused.text()).toContain('unknown-operation')
    }
    expect((await other.lookUp(text)).status).toBe(200)
  },
)

test.each([
  '{"__proto__":{"polluted":1},"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
  '{"constructor":{"prototype":{"polluted":1}},"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
])('a body that reaches for a prototype is refused, and leaves no trace: %s', async (body) => {
  expect((await byPath.open().post(body)).status).toBe(422)
  const plain: Record<string, unknown> = {}
  for (const name of ['partnerReference', 'sku', 'effect', 'price', 'polluted'])
    expect(plain[name]).toBeUndefined()
  expect([Object.keys(Object.prototype), String(plain)]).toEqual([[], '[object Object]'])
})
