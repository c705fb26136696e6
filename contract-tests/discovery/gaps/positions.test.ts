import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
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
