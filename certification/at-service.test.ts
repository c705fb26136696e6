import { expect, test } from 'vitest'
import type { Exchange } from '../contract/wire/exchange.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { excuseOf } from './at-service.ts'
import type { Trial } from './trial.ts'

/** A trial at a service that answered a purchase and a lookup so. */
function trialWith(statuses: readonly string[], cause: 'time-limit' | 'exited'): Trial {
  const exchanges = statuses.map((status, seq) => ({
    seq,
    operation: seq === 0 ? 'createOrder' : 'lookupOrder',
    order: { partnerReference: 'SHOP:1', sku: 'A', effect: 'none' },
    response: null,
    upstream: {
      response: {
        status: 200,
        body: JSON.stringify({ data: { order: seq === 0 ? { order: { status } } : { status } } }),
      },
    },
  })) as unknown as Exchange[]
  const target = { baseUrl: 'https://api.example.com', sku: 'A', price: 1, incomplete: null }
  return { scenario: SCENARIOS[0], exchanges, exit: { cause }, target } as unknown as Trial
}

test.each([
  [['PROCESSING', 'PROCESSING'], 'time-limit', 'Not settled: SHOP:1.'],
  // It stopped by itself: that is its own fault.
  [['PROCESSING', 'PROCESSING'], 'exited', undefined],
  // It could have known, and did not stop.
  [['PROCESSING', 'COMPLETED'], 'time-limit', undefined],
] as const)('an order that was shown as %j when the client was ended by %s', (statuses, cause, excuse) => {
  const found = excuseOf(trialWith(statuses, cause), undefined)
  if (excuse === undefined) expect(found).toBeUndefined()
  else expect(found?.message).toContain(excuse)
})
