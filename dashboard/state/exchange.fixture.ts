import type { Exchange } from '../../contract/wire/exchange.ts'

/** A purchase that was recorded and answered, changed by the given members. */
export function exchangeWith(parts: Partial<Exchange> = {}): Exchange {
  return {
    seq: 0,
    at: '2026-01-01T00:00:00.000Z',
    arrivedMs: 0,
    partner: 'ordinary',
    operation: 'createOrder',
    request: { method: 'POST', target: '/orders', headers: {}, body: '{"sku":"CARD-25"}' },
    response: { status: 200, headers: {}, body: '{}', answeredMs: 1 },
    delivery: { outcome: 'delivered', atMs: 2 },
    order: { partnerReference: 'SHOP:1', sku: 'CARD-25', effect: 'recorded' },
    fault: null,
    nearMiss: null,
    ...parts,
  }
}
