import type { Exit, ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'

/** The longest reference, target or state that a line shows whole, in characters. */
const LONGEST_NAME = 64

/** How many requests are shown before the first one that breaks a clause, and how many from that one on. */
const BEFORE = 5
const FROM = 4

/** The part of a timeline around the first request that breaks a clause, and the number of omitted requests. */
export function excerptOf({ timeline, omitted }: ScenarioReport, clause: string) {
  const marked = timeline.findIndex(({ breaks }) => breaks.includes(clause))
  const start = Math.max(0, marked - BEFORE)
  const shown = timeline.slice(start, start + BEFORE + FROM)
  return { shown, left: timeline.length - shown.length + omitted }
}

export function omittedWords(omitted: number): string {
  return omitted === 1 ? '… 1 more request is left out' : `… ${omitted} more requests are left out`
}

/** How a client's process ended, after the word "client". */
export function exitWords({ code, signal, cause }: Exit): string {
  if (cause === 'time-limit') return 'was ended: it ran too long'
  if (cause === 'flood') return 'was ended: it sent too much'
  return code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${code}`
}

export function answerWords(entry: TimelineEntry): string {
  const { effect, fault } = entry
  const done = effect === null || effect === 'none' ? [] : [effect]
  const where = fault === null ? '' : ` (${faultWords(fault, entry.operation)})`
  return `${[...done, ...receivedWords(entry)].join(', ')}${where}`
}

function receivedWords(entry: TimelineEntry): string[] {
  const { orderStatus, pollAfterSeconds, httpStatus } = entry
  const delivery = deliveryOf(entry)
  if (delivery !== 'delivered') return [delivery === 'none' ? 'no answer' : `answer ${delivery}`]
  const received = orderStatus === null ? String(httpStatus ?? 'answered') : named(orderStatus)
  return pollAfterSeconds === null ? [received] : [received, `pollAfterSeconds ${pollAfterSeconds}`]
}

function named(text: string): string {
  const characters = [...text]
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…` : text
}

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

/** Such as 'connection reset after the order was recorded'. */
export function faultWords(fault: Fault, operation: TimelineEntry['operation']): string {
  // A lookup records nothing, and a slow answer can only happen at one point.
  const isPlain = fault.does === 'dribble' || (operation !== 'createOrder' && fault.at !== 'in-answer')
  return isPlain ? KINDS[fault.does] : `${KINDS[fault.does]} ${POINTS[fault.at]}`
}

type Delivery = 'delivered' | 'cut' | 'lost' | 'none'

/** The delivery of the answer to a request. Without a recorded delivery, a decided answer counts as delivered. */
export function deliveryOf({ delivery, answeredMs, deliveredMs }: TimelineEntry): Delivery {
  return delivery ?? (answeredMs === null && deliveredMs === null ? 'none' : 'delivered')
}
