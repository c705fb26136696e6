import { expect, test } from 'vitest'
import { UsageError } from './errors.ts'
import { purchaseCard } from './purchase.ts'
import {
  found,
  json,
  LOOKUP,
  leaving,
  ORDER,
  purchased,
  rejectionOf,
  reset,
  stage,
  text,
} from './testing/client-under-test.fixture.ts'

const PRICE = 'GET /products/CARD-25/price'
const balanceOf = (amount: unknown, currency = 'USD') => [
  json(200, { data: { balance: { amount, currency } } }),
]

test('a purchase reads price and balance, buys, and follows the order until it is settled', async () => {
  const { client, service } = stage({
    'POST /orders': [purchased('PROCESSING', 2)],
    [LOOKUP]: [found('PROCESSING', 5), found('COMPLETED')],
  })
  expect(await client.purchase(ORDER)).toEqual({
    partnerReference: 'SHOP:1',
    sku: 'CARD-25',
    price: { minorUnits: 2500, currency: 'USD' },
    balance: { minorUnits: 10_000, currency: 'USD' },
    summary: { status: 'COMPLETED', pollAfterSeconds: null, settled: true, outcome: 'success' },
    outcome: 'success',
  })
  expect(service.seen.map(({ at, call }) => `${at} ${call}`)).toEqual([
    `0 ${PRICE}`,
    '0 GET /balance',
    '0 POST /orders',
    `2000 ${LOOKUP}`,
    `7000 ${LOOKUP}`,
  ])
})

test('a balance below the price buys nothing', async () => {
  const { client, service } = stage({ 'GET /balance': balanceOf('24.99') })
  await expect(client.purchase(ORDER)).rejects.toMatchObject({
    name: 'InsufficientBalanceError',
    price: { minorUnits: 2500, currency: 'USD' },
    balance: { minorUnits: 2499, currency: 'USD' },
  })
  expect(service.calls()).toEqual([PRICE, 'GET /balance'])
})

test.each([
  ['that is exactly the price', balanceOf('25.00'), { minorUnits: 2500, currency: 'USD' }],
  ['in another currency', balanceOf('1.00', 'EUR'), { minorUnits: 100, currency: 'EUR' }],
  ['that is elsewhere', [json(200, { data: { available: 1 } })], null],
])('a balance %s does not prevent a purchase', async (_, reply, balance) => {
  const { client } = stage({ 'GET /balance': reply, 'POST /orders': [purchased('COMPLETED')] })
  expect(await client.purchase(ORDER)).toMatchObject({ outcome: 'success', balance })
})

test.each([
  ['the price is not readable', { [PRICE]: [json(200, { data: {} })] }, 'UnexpectedResponseError'],
  ['the price is refused', { [PRICE]: [text(404, '')] }, 'RefusedError'],
  ['the balance breaks', { 'GET /balance': [reset] }, 'ConnectionError'],
  ['the balance fails', { 'GET /balance': [text(500, '')] }, 'ServerError'],
  ['the balance has no data', { 'GET /balance': [json(200, {})] }, 'UnexpectedResponseError'],
])('nothing is bought when %s', async (_, script, name) => {
  const { client, service } = stage(script)
  await expect(client.purchase(ORDER)).rejects.toMatchObject({ name })
  expect(service.calls()).not.toContain('POST /orders')
})

test('an abort between the balance and the purchase buys nothing', async () => {
  const controller = new AbortController()
  const { client, service, clock } = stage({})
  const balance = async () => {
    controller.abort('enough')
    return { minorUnits: 10_000, currency: 'USD' }
  }
  const { signal } = controller
  const recovery = { firstDelayMs: 500, maxAttempts: 0 }
  const flow = { calls: { ...client, balance }, clock, recovery, signal }
  await expect(purchaseCard(ORDER, flow)).rejects.toBe('enough')
  expect(service.calls()).toEqual([PRICE])
})

test('an abort whose reason is an error of the client is still an abort', async () => {
  const reason = new UsageError('purchase', 'Refused.')
  const { signal, leave } = leaving(reason)
  const { client } = stage({ 'POST /orders': [leave] })
  const error = await rejectionOf(client.purchase(ORDER, { signal }))
  expect(error).toMatchObject({ name: 'OutcomeUnknownError', cause: reason })
})

test('an abort while the purchase is under way leaves its outcome unknown', async () => {
  const { signal, leave } = leaving()
  const { client, service } = stage({ 'POST /orders': [leave] })
  await expect(client.purchase(ORDER, { signal })).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    operation: 'purchase',
    ...ORDER,
    attempts: 1,
    cause: 'enough',
  })
  expect(service.calls().at(-1)).toBe('POST /orders')
})

test('an abort while the order is followed leaves its outcome unknown', async () => {
  const { signal, leave } = leaving()
  const { client } = stage({ 'POST /orders': [purchased('PROCESSING', 1)], [LOOKUP]: [leave] })
  const error = await rejectionOf(client.purchase(ORDER, { signal }))
  expect(error).toMatchObject({ name: 'OutcomeUnknownError', ...ORDER, attempts: 1, cause: 'enough' })
})

test('polls that keep failing leave the outcome unknown, with reference and SKU', async () => {
  const { client } = stage(
    { 'POST /orders': [purchased('PROCESSING', 1)], [LOOKUP]: [text(403, '')] },
    { recovery: { maxAttempts: 1 } },
  )
  await expect(client.purchase(ORDER)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    ...ORDER,
    attempts: 1,
    cause: { status: 403 },
  })
})
