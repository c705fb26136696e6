import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { ClientProfile } from './client-profile.ts'
import { createExcerpt } from './excerpt.ts'
import { type ClientProfileAnswers, completeProfile } from './profile.ts'
import { found, json, KEY, ORDER, purchased, stage, text } from './testing/client-under-test.fixture.ts'

const excerpt = createExcerpt('pk_test_1')
const { limits: _, provenance: __, references: ___, requests: ____, errors, ...read } = DEFAULT_PROFILE
const DEFAULTS: ClientProfile = {
  ...read,
  errors: { notFound: errors.notFound, rateLimited: errors.rateLimited },
}

test.each([
  ['no answers are the defaults', {}, DEFAULTS],
  ['a whole profile of the kit fits', DEFAULT_PROFILE, DEFAULTS],
  [
    'one answer changes no other',
    { price: { currency: null } },
    { ...DEFAULTS, price: { ...DEFAULTS.price, currency: null } },
  ],
])('%s', (_, answers, profile) => {
  expect(completeProfile(answers, excerpt)).toEqual(profile)
})

test.each([
  ['auth.header', { auth: { header: 'X Api Key' } }],
  ['auth.format', { auth: { format: 'Bearer' } }],
  ['auth.format', { auth: { format: '{key}{key}' } }],
  ['ping.mode', { ping: { mode: 'mode' } }],
  ['lookup.method', { lookup: { method: 'TRACE' } }],
  ['lookup.path', { lookup: { path: '/orders' } }],
  ['products.pointer', { products: { pointer: 'data/products' } }],
  ['balance.amount', { balance: { amount: null } }],
  ['money.format', { money: { format: 'cents' } }],
  ['money.currency', { money: { currency: 'dollar' } }],
  ['states.success', { states: { success: ['PROCESSING'] } }],
  ['errors.notFound', { errors: { notFound: 200 } }],
  ['the key auht', { auht: {} }],
  ['the key lookup.verb', { lookup: { verb: 'GET' } }],
  ['the key constructor', { constructor: {} }],
])('%s is refused by name in %j', (name, answers) => {
  expect(() => completeProfile(answers as ClientProfileAnswers, excerpt)).toThrow(name)
})

test('a key written into the format is not quoted', () => {
  expect(() => completeProfile({ auth: { format: 'Bearer pk_live_2' } }, excerpt)).not.toThrow(/pk_live_2/)
})

const profile = {
  auth: { header: 'X-Api-Key', format: '{key}' },
  ping: { status: '/data/health', mode: '/data/key/environment' },
  lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
  products: { pointer: '/data/catalogue/0/items' },
  price: { amount: '/data/cents', currency: null },
  balance: { amount: '/data/cents', currency: null },
  money: { format: 'minor-units', currency: 'EUR' },
  states: { success: ['DONE'], failure: ['BROKEN'] },
  errors: { notFound: 410, rateLimited: 420 },
} as const

const options = { profile: { ...profile, states: { success: ['DONE'], failure: ['BROKEN'] } } }
const LOOKUP = 'GET /orders?reference=SHOP%3A1'
const AFFORDABLE = {
  'GET /products/CARD-25/price': [json(200, { data: { cents: 2500 } })],
  'GET /balance': [json(200, { data: { cents: 9000 } })],
}

test('every answer of the profile is followed in a purchase', async () => {
  const { client, service } = stage(
    { ...AFFORDABLE, 'POST /orders': [text(420, ''), purchased('PROCESSING', 1)], [LOOKUP]: [found('DONE')] },
    options,
  )
  expect(await client.purchase(ORDER)).toMatchObject({
    outcome: 'success',
    price: { minorUnits: 2500, currency: 'EUR' },
    balance: { minorUnits: 9000, currency: 'EUR' },
  })
  expect(service.calls().slice(2)).toEqual(['POST /orders', 'POST /orders', LOOKUP])
  expect(service.seen.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true)
  expect(service.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true)
})

test('a state is a failure where the profile says so', async () => {
  const { client } = stage({ ...AFFORDABLE, 'POST /orders': [purchased('BROKEN')] }, options)
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'failure' })
})

test('ping and catalogue are read where the profile finds them', async () => {
  const { client } = stage(
    {
      'GET /ping': [json(200, { data: { health: 'ok', key: { environment: 'TEST' } } })],
      'GET /products': [json(200, { data: { catalogue: [{ items: [{ sku: 'A' }] }] } })],
    },
    options,
  )
  expect(await client.ping()).toEqual({ status: 'ok', mode: 'TEST' })
  expect(await client.products()).toEqual([{ sku: 'A' }])
})

test('the status of an unknown order is the one that the profile names', async () => {
  const { client } = stage({ [LOOKUP]: [text(410, ''), text(404, '')] }, options)
  await expect(client.lookup('SHOP:1')).rejects.toMatchObject({ name: 'OrderNotFoundError' })
  await expect(client.lookup('SHOP:1')).rejects.toMatchObject({ name: 'RefusedError' })
})

test.each(['POST', 'PUT', 'QUERY'] as const)('a lookup by %s sends no body', async (method) => {
  const call = `${method} /orders/SHOP%3A1/status`
  const lookup = { method, path: '/orders/{partnerReference}/status' }
  const { client, service } = stage({ [call]: [found('COMPLETED')] }, { profile: { lookup } })
  expect(await client.lookup('SHOP:1')).toMatchObject({ outcome: 'success' })
  expect(service.seen[0]?.body).toBe('')
  expect(service.seen[0]?.headers).not.toHaveProperty('content-type')
})

test('a reference is one value of the query, with any characters', async () => {
  const { client, service } = stage({}, options)
  await expect(client.lookup('A&b=$&#1')).rejects.toMatchObject({ status: 404 })
  expect(service.seen[0]?.url).toBe('https://service.test/orders?reference=A%26b%3D%24%26%231')
})
