import { expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { patienceMs } from './following.ts'
import type { SentOrder } from './order-book.ts'

const ASSUMED = resolveProfile({})
const CONFIRMED = resolveProfile({ limits: { settleSeconds: 40 }, provenance: { limits: 'confirmed' } })

test.for([
  ['as long as the profile says, where none of its card has settled', ASSUMED, [{}], 120],
  ['half a minute, where others settle at once', ASSUMED, [{ settledMs: 0 }, {}], 30],
  ['three times as long as the slowest took', ASSUMED, [{ settledMs: 1000 }, { settledMs: 12_000 }], 36],
  ['never longer than the profile says', ASSUMED, [{ settledMs: 60_000 }], 120],
  ['as long as others took, once one was given up', ASSUMED, [{ settledMs: 2000 }, { isGivenUp: true }], 2],
  ['not at all, once one was given up and none has settled', ASSUMED, [{ isGivenUp: true }], 0],
  ['as long as the operator has confirmed', CONFIRMED, [{ settledMs: 1000 }], 40],
] as const)('an order is followed %s', ([, profile, known, seconds]) => {
  const sent = known.map((one, at): SentOrder => {
    const order = { partnerReference: `A-${at}`, sku: 'CARD' }
    return { order, boughtAt: 0, ...one }
  })
  const other = { order: { partnerReference: 'B', sku: 'OTHER' }, boughtAt: 0, settledMs: 90_000 }
  const orders = new Map([...sent, other].map((one) => [one.order.partnerReference, one]))
  expect(patienceMs({ orders, profile }, 'CARD')).toBe(seconds * 1000)
})
