import type { TimelineEntry } from '../../contract/report/report.ts'

/** What became of an answer: `none` where nothing was ever decided. */
export type Fate = 'delivered' | 'cut' | 'lost' | 'none'

/** What became of the answer to a request. Where nobody looked, what was decided counts as delivered. */
export function fateOf({ delivery, answeredMs, deliveredMs }: TimelineEntry): Fate {
  return delivery ?? (answeredMs === null && deliveredMs === null ? 'none' : 'delivered')
}
