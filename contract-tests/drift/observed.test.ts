import { describe, expect, test } from 'vitest'
import { observedBodies, observedFrom, SECRET } from './observed.fixture.ts'
import { nameKinds, ObservedError, parseObserved } from './observed.ts'

const pathsIn = (...bodies: unknown[]) => Object.keys(observedBodies(bodies).fields)

describe('a map has no names', () => {
  test.each([
    ['of SKUs', { 'CARD-25': { price: 1 }, other: { price: 2 } }],
    ['of currencies', { USD: { price: 1 }, EUR: { price: 2 } }],
    ['with a key in it', { [`x${SECRET}`]: { price: 1 } }],
    [
      'of a great many',
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`n${index}`, { price: 1 }])),
    ],
  ])('%s', (_, map) => {
    expect(pathsIn({ map })).toEqual(['', '/map', '/map/{*}', '/map/{*}/price'])
  })

  test('with too many different names over all answers', () => {
    const bodies = Array.from({ length: 51 }, (_, index) => ({ map: { [`n${index}`]: 1 } }))
    expect(pathsIn(...bodies.slice(0, 50))).toHaveLength(52)
    expect(pathsIn(...bodies)).toEqual(['', '/map', '/map/{*}'])
  })

  test('except for the documented ones', () => {
    const body = { data: { order: { status: 'x', 'SHOP:1': 'y', name: 'z' } } }
    expect(pathsIn(body)).toEqual(['', '/data', '/data/order', '/data/order/status', '/data/order/{*}'])
  })

  test('except for those that the profile names, in any form', () => {
    const profile = { balance: { amount: '/data/USD/amount', currency: null } }
    const { operations } = observedFrom([{ json: { data: { USD: { amount: 1 }, name: 'x' } } }], profile)
    const paths = Object.keys(operations[0]?.answers[0]?.fields ?? {})
    expect(paths).toEqual(['', '/data', '/data/USD', '/data/USD/amount', '/data/name'])
  })

  test('of SKUs that only the catalogue identifies', () => {
    const prices = { json: { prices: { steam: 1, nintendo: 2 } } }
    const catalogue = { operation: 'listProducts' as const, json: { data: { products: [{ sku: 'steam' }] } } }
    expect(JSON.stringify(observedFrom([prices]))).toContain('steam')
    expect(JSON.stringify(observedFrom([prices, catalogue]))).not.toMatch(/steam|nintendo/)
  })
})

describe('limits', () => {
  test('twelve levels are read', () => {
    const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) })
    expect(observedBodies([nested(12)])).toMatchObject({ bounds: [] })
    const { bounds, fields } = observedBodies([nested(13)])
    expect([bounds, Object.keys(fields).length]).toEqual([['depth'], 13])
  })

  test('a body nested five thousand deep is read to the same depth', () => {
    const { operations } = observedFrom([{ body: `${'['.repeat(5000)}${']'.repeat(5000)}` }])
    expect(operations[0]?.answers[0]?.bounds).toEqual(['depth'])
  })

  test('five hundred fields are recorded, those nearest to the top first', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const wide = (value: unknown) => Object.fromEntries(letters.map((letter) => [letter, value]))
    const { bounds, fields } = observedBodies([wide(wide(1))])
    expect([bounds, Object.keys(fields).length]).toEqual([['fields'], 500])
    expect(letters.every((letter) => fields[`/${letter}`] !== undefined)).toBe(true)
    expect(observedBodies([wide(1)]).bounds).toEqual([])
  })
})

test('names with a meaning in JavaScript are plain names', () => {
  const body = JSON.parse('{"__proto__": {"constructor": 1}, "toString": "x"}')
  expect(pathsIn(body)).toEqual(['', '/__proto__', '/__proto__/constructor', '/toString'])
})

const kindOfName = nameKinds(new Set(['STATUS', 'pk_test_abc']), new Set(['steam']), ['hush'])

test.each(
  `data pollAfterSeconds partner_reference x-request-id @type $ref _links größe address_2 iso4217Code Status a.b
  __proto__`.split(/\s+/),
)('%s is a name', (name) => expect(kindOfName(name)).toBe('name'))

test.each([
  ['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
  ['a reference', 'SHOP:order-1'],
  ['a SKU', 'CARD-USD-25'],
  ['a SKU of the catalogue', 'steam'],
  ['a currency', 'EUR'],
  ['a state', 'COMPLETED'],
  ['a number', '42'],
  ['an account', 'account12345'],
  ['a month', 'm2026-01'],
  ['a hash', 'a8f3c9e1b2'],
  ['a phrase', 'Jane Doe'],
  ['an address', 'jane@cards.example/x'],
  ['nothing', ''],
  ['something long', 'x'.repeat(41)],
  ['a lone surrogate', '\ud800'],
  ['what looks like a key', 'pk_test_abc'],
  ['a key in Base64', btoa('pk_test_abcdef').replaceAll('=', '')],
  ['what holds the key', 'xhushx'],
])('%s is data', (_, name) => expect(kindOfName(name)).toBe('data'))

test('a documented name is recorded in any form, but never with a key', () => {
  expect(['STATUS', 'pk_test_abc'].map(kindOfName)).toEqual(['documented', 'data'])
})

const FILE = 'yesterday/observed.json'
const observed = observedFrom([{ json: { data: { amount: '25.00' } } }])

test('a file is read as it was written', () => {
  expect(parseObserved(JSON.stringify(observed), FILE)).toEqual(observed)
  expect(parseObserved(`\uFEFF${JSON.stringify(observed, null, 2)}`, FILE)).toEqual(observed)
})

test('members that this version does not know are ignored', () => {
  const operations = observed.operations.map((one) => ({ ...one, later: 1 }))
  expect(parseObserved(JSON.stringify({ ...observed, operations, later: [] }), FILE)).toEqual(observed)
})

test.each([
  ['text', 'no JSON at all pk_test_abc', 'found text that is not JSON'],
  ['nothing', '', 'found text that is not JSON'],
  ['null', 'null', 'found JSON without a schema'],
  ['a list', '[]', 'found JSON without a schema'],
  ['an object', '{"a":1}', 'found JSON without a schema'],
  [
    'a report',
    '{"schema":"partner-purchase/report@1"}',
    'found the schema "partner-purchase/report@1", expected an observed.json with the schema partner-purchase/observed@1, as verify --report writes it. Use the file next to that report.',
  ],
  [
    'another major version',
    '{"schema":"partner-purchase/observed@2"}',
    'found the schema "partner-purchase/observed@2", expected an observed.json with the schema partner-purchase/observed@1, as verify --report writes it. Another version of the kit wrote it',
  ],
  ['another schema', '{"schema":7}', 'found the schema 7, expected an observed.json'],
  ['a key for a schema', '{"schema":"pk_test_abc"}', 'found the schema "[key]"'],
  ['a long schema', JSON.stringify({ schema: 'x'.repeat(500) }), `found the schema "${'x'.repeat(78)}…`],
  ['one without operations', JSON.stringify({ ...observed, operations: undefined }), '"operations"'],
  [
    'one with a wrong field',
    JSON.stringify(observed).replace('amount', 'pk_test_abc').replace('"decimal":1', '"decimal":"1"'),
    '"operations › 0 › answers › 0 › fields › /data/[key] › kinds › decimal"',
  ],
])('%s is refused', (_, text, found) => {
  const read = () => parseObserved(text, FILE)
  expect(read).toThrow(ObservedError)
  expect(read).toThrow(expect.objectContaining({ name: 'ObservedError' }))
  expect(read).toThrow(`${FILE}: `)
  expect(read).toThrow(found)
  expect(read).not.toThrow('pk_test_abc')
})
