import { describe, expect, test } from 'vitest'
import { exchangeSchema } from './exchange.ts'

const EXCHANGE = {
  seq: 4,
  at: '2026-01-02T03:04:05.678Z',
  arrivedMs: 12.5,
  partner: 'partner-1',
  operation: 'createOrder',
  request: {
    method: 'POST',
    target: '/orders',
    headers: { 'content-type': 'application/json' },
    body: '{"partnerReference":"SHOP:1","sku":"CARD-25"}',
  },
  response: { status: 200, headers: {}, body: '{"data":{}}', answeredMs: 13 },
  delivery: { outcome: 'lost', atMs: 13.5 },
  order: { partnerReference: 'SHOP:1', sku: 'CARD-25', effect: 'recorded' },
  fault: { at: 'after-recording', does: 'reset' },
  nearMiss: null,
} as const

describe('an exchange', () => {
  test.each([
    ['as it is', EXCHANGE],
    ['without a partner and an operation', { ...EXCHANGE, partner: null, operation: null }],
    ['that was never answered', { ...EXCHANGE, response: null, order: null }],
    ['without a body', { ...EXCHANGE, request: { ...EXCHANGE.request, body: null } }],
  ])('%s survives a line of a journal', (_, exchange) => {
    expect(exchangeSchema.parse(JSON.parse(JSON.stringify(exchange)))).toEqual(exchange)
  })

  test.each([
    ['an unknown member', { ...EXCHANGE, note: '' }],
    ['an unknown member deep in it', { ...EXCHANGE, request: { ...EXCHANGE.request, note: '' } }],
    ['an unknown delivery', { ...EXCHANGE, delivery: { outcome: 'late', atMs: 1 } }],
    ['an unknown fault', { ...EXCHANGE, fault: { at: 'in-answer', does: 'explode' } }],
    ['an unknown operation', { ...EXCHANGE, operation: 'cancelOrder' }],
    ['an unknown effect', { ...EXCHANGE, order: { ...EXCHANGE.order, effect: 'lost' } }],
    ['an invalid time', { ...EXCHANGE, at: 'yesterday' }],
    ['a negative sequence number', { ...EXCHANGE, seq: -1 }],
    ['no response, not even null', { ...EXCHANGE, response: undefined }],
  ])('with %s is refused', (_, exchange) => {
    expect(exchangeSchema.safeParse(exchange).success).toBe(false)
  })
})
