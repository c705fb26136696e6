import { expect, test } from 'vitest'
import { isLookupPath } from './profile-schema.ts'

test.each([
  '/orders/{partnerReference}',
  '/orders/by-reference/{partnerReference}',
  '/orders?reference={partnerReference}',
  '/orders?full=yes&reference={partnerReference}',
  '/orders?filter[reference]={partnerReference}',
  '/orders/{partnerReference}/summary',
  '/orders:lookup?reference={partnerReference}',
  '/v1/~partner/orders/{partnerReference}',
])('%s can be the path of the lookup', (path) => {
  expect(isLookupPath(path)).toBe(true)
})

test.each([
  ['', 'no path'],
  ['/orders', 'no place for the reference'],
  ['orders/{partnerReference}', 'no slash at its beginning'],
  ['//elsewhere/{partnerReference}', 'another host'],
  ['https://elsewhere/{partnerReference}', 'a whole address'],
  ['/{partnerReference}/{partnerReference}', 'two places for the reference'],
  ['/orders/{partnerReference}?again={partnerReference}', 'two places for the reference'],
  ['/orders/{reference}', 'another parameter'],
  ['/orders/{sku}/{partnerReference}', 'a parameter besides the reference'],
  ['/orders/ref-{partnerReference}', 'a place that is not a whole segment'],
  ['/orders?reference=ref-{partnerReference}', 'a place that is not a whole value'],
  ['/orders?{partnerReference}', 'a place in the name of a query value'],
  ['/orders?{name}={partnerReference}', 'a parameter in the name of a query value'],
  ['/orders?={partnerReference}', 'a query value without a name'],
  ['/orders/{partnerReference', 'an open brace'],
  ['/orders/{partnerReference}#top', 'a fragment'],
  ['/orders/../{partnerReference}', 'a segment that a URL removes'],
  ['/orders/%2e%2e/{partnerReference}', 'the same, percent-encoded'],
  ['/my%20orders/{partnerReference}', 'a percent sign, which servers decode differently'],
  ['/orders\\{partnerReference}', 'a backslash'],
  ['/my orders/{partnerReference}', 'a space'],
  ['/bestellungen/größe/{partnerReference}', 'a letter that a URL encodes'],
  ['/orders/\n{partnerReference}', 'a line end'],
  ['/__mock/{partnerReference}', "the mock's own paths"],
  ['/__MOCK/{partnerReference}', "the mock's own paths, in capitals"],
])('%j cannot: %s', (path) => {
  expect(isLookupPath(path)).toBe(false)
})
