import { expect, test } from 'vitest'
import { memberNames } from './recorded-text.ts'

const names = memberNames({
  documented: new Set(['STATUS', 'pk_test_abc']),
  skus: new Set(['steam']),
  secrets: ['hush'],
})

test.each([
  'data',
  'pollAfterSeconds',
  'partner_reference',
  'x-request-id',
  '@type',
  '$ref',
  '_links',
  'größe',
  'address_2',
  'iso4217Code',
  'Status',
  'a.b',
  '__proto__',
])('%s is a name', (name) => expect(names.isData(name)).toBe(false))

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
])('%s is data', (_, name) => expect(names.isData(name)).toBe(true))

test('a documented name is recorded in any form, but never with a key', () => {
  expect(['STATUS', 'pk_test_abc'].map(names.isDocumented)).toEqual([true, false])
})
