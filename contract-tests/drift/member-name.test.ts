import { describe, expect, test } from 'vitest'
import { looksLikeData } from './member-name.ts'

describe('a name', () => {
  test.each([
    'data',
    'pollAfterSeconds',
    'partner_reference',
    'x-request-id',
    '@type',
    '$ref',
    '_links',
    'größe',
    'line1',
    'address_2',
    'iso4217Code',
    'sha256',
    'STATUS',
    'ORDER_STATUS',
    'SKU',
    'a.b',
    '__proto__',
  ])('%s', (name) => expect(looksLikeData(name)).toBe(false))
})

describe('data', () => {
  test.each([
    ['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
    ['a reference', 'SHOP:order-1'],
    ['a SKU', 'CARD-USD-25'],
    ['a SKU of letters', 'CARD-USD'],
    ['a SKU with underscores', 'STEAM_50'],
    ['a SKU in small letters', 'steam-25'],
    ['a currency', 'EUR'],
    ['a number', '42'],
    ['an account', 'account12345'],
    ['a date', '2026-01-01'],
    ['a month', 'm2026-01'],
    ['a hash', 'a8f3c9e1b2'],
    ['a phrase', 'Jane Doe'],
    ['an address', 'jane@cards.example/x'],
    ['a path', 'a/b'],
    ['nothing', ''],
    ['something long', 'x'.repeat(41)],
    ['a lone surrogate', '\ud800'],
    ['a key', 'pk_test_abc'],
    ['a key in Base64', btoa('pk_test_abcdef').replaceAll('=', '')],
  ])('%s', (_, name) => expect(looksLikeData(name)).toBe(true))

  test('a secret that is named', () => {
    expect(looksLikeData('xhushx', ['hush'])).toBe(true)
  })
})
