import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import { clientJournal, type Sending } from '../testing/client-journal.fixture.ts'

const judged = (method: string, target: string, sending: Sending = {}) => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.call(method, target, sending))
  return findingOf('key-stays-on-server', trial)
}
const headers = (more: Record<string, string>) => judged('GET', '/ping', { headers: more }).verdict

test('in the header that the profile names, from a server, the key is in its place', () => {
  expect(judged('GET', '/ping')).toMatchObject({ verdict: 'kept', restsOn: ['key-transport'] })
  // That it was sent rests on no other answer, also where a lookup shows it.
  expect(judged('GET', '/orders/SHOP:1').restsOn).toEqual(['key-transport'])
  expect(headers({ 'sec-fetch-mode': 'cors' })).toBe('kept')
  expect(headers({ 'proxy-authorization': '[key]' })).toBe('kept')
})

test.each([
  ['the path', judged('GET', '/products/[key]/price')],
  ['the query', judged('GET', '/ping?key=[key]')],
  ['the body', judged('POST', '/orders', { body: { sku: '[key]', partnerReference: 'SHOP:1' } })],
])('in %s it is not', (_, finding) => {
  expect(finding.verdict).toBe('broken')
})

test.each([{ 'x-api-key': '[key]' }, { cookie: '[key]' }, { 'user-agent': 'shop/[key]' }])(
  'nor in another header: %o',
  (more) => {
    expect(headers(more)).toBe('broken')
  },
)

test.each([
  { origin: 'https://shop.example' },
  { referer: 'https://shop.example/' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-dest': 'empty' },
])('nor in a browser: %o', (more) => {
  expect(headers(more)).toBe('broken')
})

test('a browser that asks permission to send the key has it; one that sends no key does not', () => {
  const asks = {
    origin: 'https://shop.example',
    authorization: '',
    'access-control-request-headers': 'authorization',
  }
  expect(judged('OPTIONS', '/orders', { headers: asks }).verdict).toBe('broken')
  expect(headers({ origin: 'https://shop.example', authorization: '' })).toBe('not-observed')
})

test.each([{ 'x-api-key': '[key]' }, { cookie: 'key=[key]' }])(
  'only in another header, it may be where another profile has it: %o',
  (more) => {
    expect(judged('GET', '/ping', { headers: { authorization: '', ...more } })).toMatchObject({
      verdict: 'not-observed',
      message: expect.stringContaining('change auth in the profile'),
    })
  },
)

test('from a browser it is broken, in any header', () => {
  const page = { authorization: '', 'x-api-key': '[key]', origin: 'https://shop.example' }
  expect(headers(page)).toBe('broken')
})

test('where it belongs is what the profile says', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.ping())
  const profile = { ...DEFAULT_PROFILE, auth: { header: 'X-Partner-Key', format: '{key}' } }
  expect(findingOf('key-stays-on-server', trial, profile)).toMatchObject({
    verdict: 'not-observed',
    message: expect.stringContaining('X-Partner-Key'),
  })
})

test('a SKU that looks like the mark of a key is not a key', () => {
  expect(judged('GET', '/products/KEY-25/price').verdict).toBe('kept')
})

test('without any request nothing was seen', () => {
  const silent = clientJournal('SCENARIO-AT-ONCE', () => 0)
  expect(findingOf('key-stays-on-server', silent).verdict).toBe('not-observed')
})
