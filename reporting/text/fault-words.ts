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

/** What a fault does, in two or three words. */
export function faultKind({ does }: Fault): string {
  return KINDS[does]
}

/**
 * What a fault does, and where.
 *
 * @example
 * faultWords({ at: 'after-recording', does: 'reset' }) // 'connection reset after the order was recorded'
 */
export function faultWords(fault: Fault): string {
  // It has only one possible point.
  return fault.does === 'dribble' ? KINDS.dribble : `${KINDS[fault.does]} ${POINTS[fault.at]}`
}
