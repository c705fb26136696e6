import type { TimelineEntry } from '../../contract/report/report.ts'

/** What became of an answer: `none` where nothing was ever decided. */
export type Delivery = 'delivered' | 'cut' | 'lost' | 'none'

/** What became of the answer to a request. Where nobody looked, what was decided counts as delivered. */
export function deliveryOf({ delivery, answeredMs, deliveredMs }: TimelineEntry): Delivery {
  return delivery ?? (answeredMs === null && deliveredMs === null ? 'none' : 'delivered')
}
