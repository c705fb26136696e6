import { expect, test } from 'vitest'
import {
  found,
  json,
  LOOKUP,
  notFound,
  ORDER,
  purchased,
  type Reply,
  rejectionOf,
  stage,
  text,
} from './testing/client-under-test.fixture.ts'

test('ping reads status and mode', async () => {
  const { client } = stage({ 'GET /ping': [json(200, { data: { status: 'ok', mode: 'TEST' } })] })
  expect(await client.ping()).toEqual({ status: 'ok', mode: 'TEST' })
})

test('products keep every field of the service besides the SKU', async () => {
  const products = [{ sku: 'CARD-25', name: 'Card' }, { sku: 'CARD-50' }]
  const { client } = stage({ 'GET /products': [json(200, { data: { products } })] })
  expect(await client.products()).toEqual(products)
})

test('a price is asked for by its SKU, percent-encoded', async () => {
  const call = 'GET /products/A%2FB%3F/price'
  const { client } = stage({ [call]: [json(200, { data: { price: { amount: '9.99', currency: 'EUR' } } })] })
  expect(await client.price('A/B?')).toEqual({ minorUnits: 999, currency: 'EUR' })
})

test('a balance is read in the decimals of its own currency', async () => {
  const { client } = stage({
    'GET /balance': [json(200, { data: { balance: { amount: '-7', currency: 'JPY' } } })],
  })
  expect(await client.balance()).toEqual({ minorUnits: -7, currency: 'JPY' })
})

test('an order is sent as exactly two fields of JSON, even if its object has more', async () => {
  const { client, service } = stage({ 'POST /orders': [purchased('PROCESSING', 2)] })
  const more = { ...ORDER, quantity: 2 }
  expect(await client.order(more)).toEqual({
    status: 'PROCESSING',
    pollAfterSeconds: 2,
    settled: false,
    outcome: 'processing',
  })
  expect(service.seen[0]).toMatchObject({
    body: '{"partnerReference":"SHOP:1","sku":"CARD-25"}',
    headers: { 'content-type': 'application/json' },
  })
})

test('any 2xx is a success', async () => {
  const { client } = stage({ [LOOKUP]: [json(299, { data: { order: { status: 'COMPLETED' } } })] })
  expect(await client.lookup(ORDER.partnerReference)).toMatchObject({ outcome: 'success' })
})

test('a lookup of an order that the service does not know says so', async () => {
  const { client } = stage({ [LOOKUP]: [notFound] })
  await expect(client.lookup('SHOP:1')).rejects.toMatchObject({
    name: 'OrderNotFoundError',
    partnerReference: 'SHOP:1',
    status: 404,
  })
})

test('a price that is not found is a refusal, not an order that is not found', async () => {
  const { client } = stage({ 'GET /products/NONE/price': [notFound] })
  await expect(client.price('NONE')).rejects.toMatchObject({ name: 'RefusedError', status: 404 })
})

test.each(['', '.', '..', '\ud800', `x-pk_test_secret/42`, undefined])(
  'the identifier %j is refused before anything is sent',
  async (identifier) => {
    const { client, service } = stage({})
    // The type forbids `undefined`; a caller in JavaScript does not see it.
    const given = identifier as string
    const calls = {
      getPrice: client.price(given),
      lookupOrder: client.lookup(given),
      createOrder: client.order({ ...ORDER, partnerReference: given }),
      purchase: client.purchase({ ...ORDER, sku: given }),
    }
    for (const [operation, call] of Object.entries(calls)) {
      const message = expect.not.stringContaining('secret')
      expect(await rejectionOf(call)).toMatchObject({ name: 'UsageError', operation, message })
    }
    await expect(client.order({ ...ORDER, sku: given })).rejects.toThrow('createOrder needs a sku')
    await expect(client.purchase({ ...ORDER, partnerReference: given })).rejects.toThrow('purchase needs a')
    expect(service.seen).toEqual([])
  },
)

const OK = 'GET /balance'
const balance = (reply: Reply) => stage({ [OK]: [reply] }).client.balance()
const amount = (value: unknown, currency: unknown = 'USD') =>
  json(200, { data: { balance: { amount: value, currency } } })

test.each([
  ['is not JSON', text(200, '<html>'), '', null],
  ['is empty', text(200, ''), '', null],
  ['has no data', json(200, { balance: 1 }), '/data', null],
  ['has an array as data', json(200, { data: [] }), '/data', null],
  ['has no amount', json(200, { data: {} }), '/data/balance/currency', 'balance.currency'],
  ['has the amount elsewhere', amount({ value: '1.00' }), '/data/balance/amount', 'balance.amount'],
  ['has the amount in another format', amount(100), '/data/balance/amount', 'money.format'],
  ['has no usable currency', amount('1.00', '$'), '/data/balance/currency', 'balance.currency'],
])('a body that %s is named by position and profile key', async (_, reply, position, profileKey) => {
  const error = await rejectionOf(balance(reply))
  expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 200, position, profileKey })
  if (profileKey !== null) {
    expect(error).toMatchObject({ message: expect.stringContaining(`set ${profileKey} in the profile`) })
  }
})

test.each([
  ['25.0000', 'USD', 2500],
  ['-0.500', 'USD', -50],
  ['500.00', 'JPY', 500],
  ['1.2340', 'KWD', 1234],
])('the zeros at the end of "%s" %s do not count', async (value, currency, minorUnits) => {
  expect(await balance(amount(value, currency))).toEqual({ minorUnits, currency })
})

test.each([
  ['25.001', 'USD', 'not an amount of USD (decimal-string): a digit after the first 2 decimals matters'],
  ['500.5', 'JPY', 'not an amount of JPY (decimal-string): a digit after the first 0 decimals matters'],
])('a digit of "%s" that %s does not have is refused by name', async (value, currency, why) => {
  expect(await rejectionOf(balance(amount(value, currency)))).toMatchObject({
    position: '/data/balance/amount',
    profileKey: 'balance.currency',
    message: expect.stringContaining(`there is the string "${value}", ${why}. `),
  })
})

test.each([
  ['COMPLETED', 'success'],
  ['FAILED', 'failure'],
  ['REVERSED', 'unknown'],
  ['processing', 'unknown'],
])('the state %s is settled, with the outcome %s', async (status, outcome) => {
  const { client } = stage({
    [LOOKUP]: [json(200, { data: { order: { status, pollAfterSeconds: 'none' } } })],
  })
  expect(await client.lookup('SHOP:1')).toEqual({ status, pollAfterSeconds: null, settled: true, outcome })
})

test.each([undefined, null, '2', -1])(
  'a PROCESSING summary with pollAfterSeconds %j is unexpected',
  async (pollAfterSeconds) => {
    const order = { status: 'PROCESSING', pollAfterSeconds }
    const { client } = stage({ [LOOKUP]: [json(200, { data: { order } })] })
    await expect(client.lookup('SHOP:1')).rejects.toThrow('/data/order/pollAfterSeconds')
  },
)

test.each([{}, { status: '' }, { status: 1 }, null, 'COMPLETED', []])(
  '%j is not a summary',
  async (order) => {
    const { client } = stage({ [LOOKUP]: [json(200, { data: { order } })] })
    await expect(client.lookup('SHOP:1')).rejects.toThrow('/data/order/status')
  },
)

test('a product without a SKU is named by its position', async () => {
  const products = [{ sku: 'A' }, { name: 'B' }]
  const { client } = stage({ 'GET /products': [json(200, { data: { products } })] })
  await expect(client.products()).rejects.toMatchObject({ position: '/data/products/1/sku' })
})

test('a catalogue elsewhere names the profile key to change', async () => {
  const { client } = stage({ 'GET /products': [json(200, { data: { items: [] } })] })
  await expect(client.products()).rejects.toMatchObject({
    position: '/data/products',
    profileKey: 'products.pointer',
  })
})

test('a ping without a mode names the profile key to change', async () => {
  const { client } = stage({ 'GET /ping': [json(200, { data: { status: 'ok' } })] })
  await expect(client.ping()).rejects.toMatchObject({ position: '/data/mode', profileKey: 'ping.mode' })
})

test('the message says what was asked, what was found and what to do', async () => {
  await expect(balance(amount('1,00'))).rejects.toThrow(
    'GET /balance was answered 200, but at /data/balance/amount there is the string "1,00", not an amount of ' +
      'USD (decimal-string). This request bought nothing; it can be made again. ' +
      'If the service does so on purpose, set money.format in the profile.',
  )
})

test('a summary looked up is not read where purchases carry it', async () => {
  const { client } = stage({
    [LOOKUP]: [json(200, { data: { order: { order: { status: 'COMPLETED' } } } })],
  })
  await expect(client.lookup('SHOP:1')).rejects.toMatchObject({
    position: '/data/order/status',
    profileKey: null,
  })
})

test('a summary of a purchase is not read where lookups carry it', async () => {
  const { client } = stage({ 'POST /orders': [found('COMPLETED')] })
  await expect(client.order(ORDER)).rejects.toMatchObject({
    position: '/data/order/order/status',
    profileKey: null,
  })
})
