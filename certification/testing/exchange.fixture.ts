import type { Exchange } from '../../contract/wire/exchange.ts'

/** A delivered exchange of the partner `certification`, with these members replaced. */
export function exchange(given: Partial<Exchange>): Exchange {
  const { seq = 0 } = given
  return {
    seq,
    at: '2026-01-01T00:00:00.000Z',
    arrivedMs: seq * 10,
    partner: 'certification',
    operation: null,
    request: { method: 'GET', target: '/', headers: {}, body: null },
    response: null,
    delivery: { outcome: 'delivered', atMs: seq * 10 + 1 },
    order: null,
    fault: null,
    nearMiss: null,
    ...given,
  }
}

/** A purchase. Without a status, its answer was lost. */
export function purchase(seq: number, sku: string, partnerReference: string, status?: string): Exchange {
  const body = JSON.stringify({ partnerReference, sku })
  return exchange({
    seq,
    operation: 'createOrder',
    request: { method: 'POST', target: '/orders', headers: {}, body },
    order: { partnerReference, sku, effect: 'recorded' },
    response: status === undefined ? null : answer({ data: { order: { order: { status } } } }),
    delivery: { outcome: status === undefined ? 'lost' : 'delivered', atMs: seq * 10 + 1 },
  })
}

/** A lookup. Without a status, it found no order. */
export function lookup(seq: number, partnerReference: string, status?: string): Exchange {
  return exchange({
    seq,
    operation: 'lookupOrder',
    request: {
      method: 'GET',
      target: `/orders/${encodeURIComponent(partnerReference)}`,
      headers: {},
      body: null,
    },
    response: status === undefined ? answer({}, 404) : answer({ data: { order: { status } } }),
  })
}

export function answer(body: unknown, status = 200): NonNullable<Exchange['response']> {
  return { status, headers: {}, body: JSON.stringify(body), answeredMs: 0 }
}
