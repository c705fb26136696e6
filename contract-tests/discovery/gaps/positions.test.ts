import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { documentWith, learntOf, learntWith, object, text } from '../openapi/learnt.fixture.ts'
import { findCatalogue, findPing, isTestMode } from './positions.ts'

const find = (data: unknown, known = DEFAULT_PROFILE.ping) => findPing({ data }, known)

test.each([
  [{ status: 'ok', mode: 'TEST' }, '/data/status', '/data/mode'],
  [{ service: { status: 'ok', mode: 'TEST' } }, '/data/service/status', '/data/service/mode'],
  [{ health: { status: 'ok' }, env: { mode: 'TEST' } }, '/data/health/status', '/data/env/mode'],
  [{ db: { status: 'ok' }, api: { mode: 'TEST', status: 'ok' } }, '/data/api/status', '/data/api/mode'],
  [{ status: 'ok', mode: 'TEST', cache: { mode: 'x', status: 'ok' } }, '/data/status', '/data/mode'],
  [{ status: 'ok', mode: 'TEST', db: { status: 'up' } }, '/data/status', '/data/mode'],
])('in %j status and mode are at %s and %s', (data, status, mode) => {
  const places = find(data)
  expect(places).toMatchObject({ status, mode, otherStatuses: [] })
  expect(isTestMode(places)).toBe(true)
})

test('two statuses at the same distance are both reported', () => {
  const places = find({ a: { status: 'ok' }, b: { status: 'ok' }, mode: 'TEST' })
  expect(places).toMatchObject({ status: '/data/a/status', otherStatuses: ['/data/b/status'] })
})

test('a field of another name is found where the profile says', () => {
  const known = { status: '/data/health', mode: '/data/environment' }
  const places = find({ health: 'ok', environment: 'TEST' }, known)
  expect(places).toMatchObject(known)
  expect(isTestMode(places)).toBe(true)
})

test.each([
  ['another mode', { status: 'ok', mode: 'LIVE' }],
  ['no mode', { status: 'ok' }],
  ['a mode in small letters', { status: 'ok', mode: 'test' }],
  ['a mode that is no text', { status: 'ok', mode: true }],
  ['a mode that a shallower one contradicts', { mode: 'LIVE', client: { mode: 'TEST' } }],
  ['a mode that contradicts another one', { client: { mode: 'TEST' }, server: { mode: 'LIVE' } }],
  ['a mode in a list only', { modes: [{ mode: 'TEST' }] }],
])('a ping with %s is not that of a TEST environment', (_, data) => {
  expect(isTestMode(find(data))).toBe(false)
})

test('where the profile points to TEST, a less deep mode still contradicts', () => {
  const known = { status: '/data/status', mode: '/data/key/environment' }
  expect(isTestMode(find({ status: 'ok', mode: 'LIVE', key: { environment: 'TEST' } }, known))).toBe(false)
})

const cards = (...skus: string[]) => skus.map((sku) => ({ sku }))
const catalogueIn = (data: unknown) => findCatalogue({ data })

test.each([
  [{ products: cards('A', 'B') }, '/data/products'],
  [{ catalogue: { items: cards('A') } }, '/data/catalogue/items'],
  [{ brands: [{ id: 1 }, { id: 2 }], items: cards('A') }, '/data/items'],
  [{ featured: cards('A'), all: { items: cards('A', 'B') } }, '/data/all/items', '/data/featured'],
  [{ page: { items: cards('A') }, items: cards('A') }, '/data/items', '/data/page/items'],
  [{ items: [...cards('A', 'B'), { name: 'C' }] }, '/data/items'],
  [{ items: [{ sku: 'A', bundle: cards('X', 'Y', 'Z') }] }, '/data/items', '/data/items/0/bundle'],
])('the catalogue in %j is at %s', (data, pointer, ...others) => {
  const found = catalogueIn(data)
  expect(found).toMatchObject({ pointer, isInList: false })
  expect(found?.others.map((other) => other.pointer)).toEqual(others)
})

test('a catalogue in several parts is found in part, and reported so', () => {
  expect(catalogueIn({ categories: [{ items: cards('A', 'B') }, { items: cards('C') }] })).toEqual({
    pointer: '/data/categories/0/items',
    skus: ['A', 'B'],
    isInList: true,
    others: [],
  })
})

test.each([
  ['an empty list', { products: [] }],
  ['SKUs alone', { products: ['A', 'B'] }],
  ['a map by SKU', { products: { A: { name: 'a' } } }],
  ['skus that are numbers', { products: [{ sku: 1 }] }],
  ['skus that are empty', { products: [{ sku: '' }] }],
  ['a bare list', cards('A')],
])('there is no catalogue in %s', (_, data) => {
  expect(catalogueIn(data)).toBeUndefined()
})

test('ping has its fields under any name, where their values are listed', () => {
  const pingData = object({ zustand: { enum: ['gestört', 'ok'] }, umgebung: { enum: ['LIVE', 'TEST'] } })
  const { profile, contradictions } = learntWith({ pingData })
  expect(profile.ping).toEqual({ status: '/data/zustand', mode: '/data/umgebung' })
  expect(contradictions).toEqual([])
})

test('of several lists of cards the first is assumed, and the others are named', () => {
  const list = { type: 'array', items: object({ sku: text }) }
  const { findings } = learntWith({ productsData: object({ featured: list, all: list }) })
  expect(findings.find(({ key }) => key === 'products.pointer')).toMatchObject({
    provenance: 'assumed',
    reason: 'A list whose entries have a sku stands at /data/featured; others stand at /data/all.',
  })
})

test('the catalogue is also a list of cards whose SKUs are numbers: verify says what is wrong there', () => {
  const list = { type: 'array', items: object({ sku: { type: 'integer' } }) }
  const { findings, contradictions } = learntWith({ productsData: object({ all: list }) })
  expect(findings.find(({ key }) => key === 'products.pointer')?.reason).toBe(
    'A list whose entries have a sku that is a number, not a string, stands at /data/all.',
  )
  expect(contradictions).toHaveLength(1)
})

test('an answer that the document marks as assumed stays assumed, and any other mark says that it was seen', () => {
  const marked = (provenance: string) => ({
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    'x-assumption': [{ gap: 'key-transport', profileKey: 'auth', provenance }],
  })
  const provenanceOf = (provenance: string) =>
    learntWith({ scheme: { ...marked(provenance), name: 'X-Key' } }).profile.provenance.auth
  expect(['assumed', 'observed', 'confirmed'].map(provenanceOf)).toEqual([undefined, 'observed', 'observed'])
  expect(learntWith({ scheme: marked('observed') }).profile.provenance.auth).toBe('observed')
})

test('what the operator confirmed stays, and a document that says something else is set aside', () => {
  const start = { auth: { header: 'X-Mine', format: '{key}' }, provenance: { auth: 'confirmed' } } as const
  const { profile, setAside } = learntOf({ 'api.yaml': documentWith() }, { start })
  expect(profile.auth.header).toBe('X-Mine')
  expect(setAside.map(({ finding }) => finding.key)).toEqual(['auth'])
})
