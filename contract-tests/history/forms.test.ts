import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { dressed, FORMS, type FormId, formOf, formsIn, mayLimit } from './forms.ts'

const PURCHASE = {
  target: '/orders',
  headers: { 'Accept-Encoding': 'gzip', Authorization: 'Bearer x', 'Content-Type': 'application/json' },
  body: '{"partnerReference":"SHOP:1, 2","sku":"A,B"}',
}
const LOOKUP = { target: '/orders/SHOP%3A1%2F2', headers: { Authorization: 'Bearer x' }, body: null }
const IDS = Object.keys(FORMS) as FormId[]

test.for(IDS)('%s is worn by what wears it, and by no plain request', (id) => {
  const [wearer = 'read'] = formOf(id).of
  const plain = wearer === 'purchase' ? PURCHASE : LOOKUP
  const as = wearer === 'purchase' ? 'purchase' : 'lookup'
  expect(formsIn(plain, as)).toEqual([])
  expect(formsIn(dressed(plain, [id]), as)).toEqual([id])
})

test('a body means the same in every form, and in all of them together', () => {
  const texts = [...IDS.map((id) => [id]), IDS].map((forms) => dressed(PURCHASE, forms).body)
  for (const text of texts) expect(JSON.parse(text ?? '')).toEqual(JSON.parse(PURCHASE.body))
  expect(new Set(texts).size).toBe(5)
})

test('a target means the same in every form', () => {
  const { target } = dressed(LOOKUP, ['lower-escapes'])
  expect(target).toBe('/orders/SHOP%3a1%2f2')
  expect(decodeURIComponent(target)).toBe(decodeURIComponent(LOOKUP.target))
})

test('a body that is no order is left as it is', () => {
  for (const body of ['[]', '{"partnerReference"', ''])
    expect(dressed({ ...PURCHASE, body }, ['sku-first', 'spaced', 'escaped']).body).toBe(body)
})

test.for([
  [415, ['charset'], true],
  [411, ['chunked', 'sku-first'], true],
  [422, ['accept-any'], true],
  [400, ['sku-first'], false],
  [400, [], false],
  [409, ['charset'], false],
  [500, ['charset'], false],
  [401, ['charset'], false],
] as const)('%d to what wears %j may be a limit: %s', ([status, worn, isLimit]) => {
  expect(mayLimit({ status, headers: {} }, worn, DEFAULT_PROFILE)).toBe(isLimit)
  expect(mayLimit({ status, headers: { 'retry-after': '1' } }, worn, DEFAULT_PROFILE)).toBe(false)
})
