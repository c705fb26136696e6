import type { MockContext } from '../sandbox/mock.ts'
import { type Order, type Summary, summaryAt } from '../store/order.ts'

/** An order's summary at a moment, at the position of the operation (§4.1). */
export function orderDocument(c: MockContext, order: Order, now: number): object {
  const { profile, scenarioOf } = c.get('mock')
  const summary = summaryAt(order, now, profile.states)
  const isPurchase = c.get('operation') === 'createOrder'
  if (scenarioOf(order.sku).extraFields) return extended(isPurchase, summary)
  return { data: { order: isPurchase ? { order: summary } : summary } }
}

/** Adds undocumented fields at every level, and where the other answer has its summary. */
function extended(isPurchase: boolean, summary: Summary): object {
  const inSummary = { ...summary, ...EXTRA_IN_SUMMARY }
  const order = isPurchase ? { ...ELSEWHERE, order: inSummary } : { ...inSummary, order: ELSEWHERE }
  return { meta: { trace: 'c0ffee', warnings: [] }, data: { order, links: { self: '/orders' } } }
}

const EXTRA_IN_SUMMARY = { settlement: { batch: 7, currency: 'XTS' }, tags: ['new'], note: null }

/** What a client finds if it reads at the position of the other answer. */
const ELSEWHERE = { status: 'NOT_THE_SUMMARY' }
