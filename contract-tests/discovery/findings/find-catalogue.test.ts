import { expect, test } from 'vitest'
import { findCatalogue } from './find-catalogue.ts'

const cards = (...skus: string[]) => skus.map((sku) => ({ sku, name: sku.toLowerCase() }))
const find = (data: unknown) => findCatalogue({ data })

test.each([
  ['plain', { products: cards('A', 'B') }, '/data/products'],
  ['nested', { catalogue: { items: cards('A') } }, '/data/catalogue/items'],
  [
    'behind a longer list of something else',
    { brands: [{ id: 1 }, { id: 2 }], items: cards('A') },
    '/data/items',
  ],
  ['of several the longest', { featured: cards('A'), all: { items: cards('A', 'B') } }, '/data/all/items'],
  ['of several as long the shallowest', { page: { items: cards('A') }, items: cards('A') }, '/data/items'],
  ['with an entry that has no sku', { items: [...cards('A', 'B'), { name: 'C' }] }, '/data/items'],
  [
    'not inside an entry, if there is one outside',
    { items: [{ sku: 'A', bundle: cards('X', 'Y', 'Z') }] },
    '/data/items',
  ],
])('the catalogue is found %s', (_, data, pointer) => {
  expect(find(data)).toMatchObject({ pointer, isInList: false })
})

test('the other lists are reported', () => {
  expect(find({ featured: cards('A'), items: cards('A', 'B') })?.others).toEqual(['/data/featured'])
})

test('a catalogue in several parts is found in part, and reported so', () => {
  expect(find({ categories: [{ items: cards('A', 'B') }, { items: cards('C') }] })).toEqual({
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
  expect(find(data)).toBeUndefined()
})
