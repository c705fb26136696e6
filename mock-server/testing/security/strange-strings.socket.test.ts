import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { anyCharacter } from '../../../contract/testing/any-character.fixture.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../../fixtures/product.ts'
import { appOf, createApp } from '../../app.ts'
import { assembleMock } from '../../sandbox/assemble-mock.ts'
import { controlOf } from '../../sandbox/control.ts'
import { serveFetch } from '../../serve-fetch.ts'
import { inProcess, openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'

/** Strings that mean something to a machine. For the API they are references and SKUs like any other. */
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
/** Half characters: JSON can escape them, and no URL can hold them. */
const HALF_STRINGS = ['\uD83D', 'TEST:\uD83D', '\uDE00\uD83D', 'a\uD800b']
/** Segments that every client resolves before it sends a URL. */
const DOT_SEGMENTS = ['.', '..']
const EVERY_STRING = [...STRANGE_STRINGS, ...HALF_STRINGS, ...DOT_SEGMENTS]

const BY_QUERY = resolveProfile({
  lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
})
const [first] = CATALOGUE as readonly [CatalogueProduct, ...CatalogueProduct[]]
const CARDS = [...EVERY_STRING.map((sku) => ({ ...first, sku, price: 100, faceValue: 100 })), ...CATALOGUE]

/** A mock that sells a card under each of these strings, also under those that `createMock` takes for no SKU. */
function strangeMock(profile = DEFAULT_PROFILE) {
  const assembled = assembleMock({ catalogue: CARDS, profile })
  const mock = { ...controlOf(assembled), app: appOf(assembled) }
  const open = (send = inProcess(mock.app)) => {
    const sandbox = openSandbox(send, { profile })
    const partner = mock.partnerOf(sandbox.key)
    return { ...sandbox, orders: () => mock.journal({ partner }).map(({ order }) => order) }
  }
  return { mock, open }
}

const [byPath, byQuery] = [strangeMock(), strangeMock(BY_QUERY)]
const withoutCards = inProcess(createApp())

test.each(EVERY_STRING)(
  '%j is a reference and a SKU like any other: bought once, replayed, in conflict, in the journal',
  async (text) => {
    const sandbox = byPath.open()
    expect((await sandbox.buy(text, text)).status).toBe(200)
    expect((await sandbox.buy(text, text)).status).toBe(200)
    const conflict = await sandbox.buy('SCENARIO-FAILS', text)
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toMatchObject({ detail: expect.stringContaining(JSON.stringify(text)) })
    const order = { partnerReference: text, sku: text }
    expect(sandbox.orders()).toEqual([
      { ...order, effect: 'recorded' },
      { ...order, effect: 'replayed' },
      { ...order, sku: 'SCENARIO-FAILS', effect: 'none' },
    ])
    expect(await sandbox.balance()).toBe(499_900)
    const unknown = await openSandbox(withoutCards).buy(text, 'TEST:1')
    expect([unknown.status, await unknown.json()]).toMatchObject([422, { field: 'sku' }])
  },
)

describe.each([
  ['path', byPath],
  ['query', byQuery],
] as const)('in the %s of a URL', (_, { mock, open }) => {
  test('each of these finds its own order and its own price, however similar they look', async () => {
    const served = await serveFetch(mock.app.fetch)
    const sandbox = open(overSocket(served.url))
    const inEach = (call: (text: string) => Promise<unknown>) => Promise.all(STRANGE_STRINGS.map(call))
    await inEach((text) => sandbox.buy(text, text))
    await inEach(async (text) => {
      expect((await sandbox.lookUp(`${text}x`)).status, text).toBe(404)
      const price = await sandbox.get(`/products/${encodeURIComponent(text)}/price`)
      expect(await price.text(), text).toContain('"1.00"')
    })
    await inEach((text) => sandbox.lookUp(text))
    const found = sandbox.orders().slice(-STRANGE_STRINGS.length)
    expect(new Set(found.map((order) => order?.sku))).toEqual(new Set(STRANGE_STRINGS))
    for (const order of found) expect(order?.partnerReference).toBe(order?.sku)
    await served.close()
  })
})

/** Any text that is not blank. A URL takes one or two dots alone for something else. */
const references = fc
  .oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'%2F/+.\\?#'), minLength: 1 }),
  )
  .filter((text) => text.trim() !== '' && !/^\.{1,2}$/.test(text))

test.each([byPath, byQuery])('any reference that a URL can hold is found', async ({ open }) => {
  const property = fc.asyncProperty(references, async (reference) => {
    const sandbox = open()
    await sandbox.buy('SCENARIO-AT-ONCE', reference)
    expect((await sandbox.lookUp(reference)).status).toBe(200)
  })
  await fc.assert(property, { numRuns: runs({ sample: 10, full: 100 }) })
})

test('a reference with half a character is followed by the identical body, not by a lookup', async () => {
  const [text = ''] = HALF_STRINGS
  const sandbox = byPath.open()
  await sandbox.buy('SCENARIO-PROCESSING', text)
  expect((await sandbox.lookUp(text.toWellFormed())).status).toBe(404)
  await sandbox.advance(2)
  expect(await (await sandbox.buy('SCENARIO-PROCESSING', text)).text()).toContain('COMPLETED')
})

test.each(DOT_SEGMENTS)(
  'a path that ends in %j is no operation; a query finds that reference',
  async (text) => {
    const [sandbox, other] = [byPath.open(), byQuery.open()]
    for (const one of [sandbox, other]) await one.buy('SCENARIO-AT-ONCE', text)
    for (const segment of [text, text.replaceAll('.', '%2e')]) {
      const refused = await sandbox.get(`/orders/${segment}`)
      expect([refused.status, await refused.text()]).toEqual([
        404,
        expect.stringContaining('unknown-operation'),
      ])
    }
    expect((await other.lookUp(text)).status).toBe(200)
  },
)

test.each([
  '{"__proto__":{"polluted":1},"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
  '{"constructor":{"prototype":{"polluted":1}},"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
])('a body that reaches for a prototype is refused, and changes none: %s', async (body) => {
  expect((await byPath.open().post(body)).status).toBe(422)
  expect('polluted' in {}).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
})
