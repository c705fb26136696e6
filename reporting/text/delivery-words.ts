import type { TimelineEntry } from '../../contract/report/report.ts'

/** The delivery of an answer: `none` when there was no answer. */
export type Delivery = 'delivered' | 'cut' | 'lost' | 'none'

/** The delivery of the answer to a request. Without a recorded delivery, a decided answer counts as delivered. */
export function deliveryOf({ delivery, answeredMs, deliveredMs }: TimelineEntry): Delivery {
  return delivery ?? (answeredMs === null && deliveredMs === null ? 'none' : 'delivered')
}
