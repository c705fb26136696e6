import type { TimelineEntry } from '../../contract/report/report.ts'

type Fault = NonNullable<TimelineEntry['fault']>

const KINDS: Record<Fault['does'], string> = {
  reset: 'connection reset',
  close: 'connection closed',
  stall: 'answer delayed',
  dribble: 'answer byte by byte',
  refuse: 'refused',
}

const POINTS: Record<Fault['at'], string> = {
  'before-recording': 'before the order was recorded',
  'after-recording': 'after the order was recorded',
  'in-answer': 'in the middle of the answer',
}

/**
 * What a fault of a request for an operation does, and where.
 *
 * @example
 * faultWords({ at: 'after-recording', does: 'reset' }, 'createOrder') // 'connection reset after the order was recorded'
 */
export function faultWords(fault: Fault, operation: TimelineEntry['operation']): string {
  // A lookup records nothing, and a slow answer has only one possible point.
  const isPlain = fault.does === 'dribble' || (operation !== 'createOrder' && fault.at !== 'in-answer')
  return isPlain ? KINDS[fault.does] : `${KINDS[fault.does]} ${POINTS[fault.at]}`
}

/** The delivery of an answer: `none` when there was no answer. */
export type Delivery = 'delivered' | 'cut' | 'lost' | 'none'

/** The delivery of the answer to a request. Without a recorded delivery, a decided answer counts as delivered. */
export function deliveryOf({ delivery, answeredMs, deliveredMs }: TimelineEntry): Delivery {
  return delivery ?? (answeredMs === null && deliveredMs === null ? 'none' : 'delivered')
}
