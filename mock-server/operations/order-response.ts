import type { Summary } from '../store/order.ts'

/** Which answer carries a summary: its position differs (§4.1). */
export type OrderAnswerKind = 'purchase' | 'lookup'

/**
 * The body of an answer about an order, its summary at the documented position.
 *
 * @param hasExtraFields whether it also has undocumented fields: at every level, and where the other answer has its
 *   summary.
 */
export function orderAnswerBody(kind: OrderAnswerKind, summary: Summary, hasExtraFields: boolean): object {
  if (!hasExtraFields) return { data: { order: kind === 'purchase' ? { order: summary } : summary } }
  const extended = { ...summary, ...EXTRA_IN_SUMMARY }
  const order = kind === 'purchase' ? { ...ELSEWHERE, order: extended } : { ...extended, order: ELSEWHERE }
  return { meta: { trace: 'c0ffee', warnings: [] }, data: { order, links: { self: '/orders' } } }
}

const EXTRA_IN_SUMMARY = { settlement: { batch: 7, currency: 'XTS' }, tags: ['new'], note: null }

/** What a client reads if it uses the position of the other answer. */
const ELSEWHERE = { status: 'NOT_THE_SUMMARY' }
