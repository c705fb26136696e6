import type { ScenarioReport, TimelineEntry } from '../../contract/report.ts'
import { printable } from '../mock/printable.ts'
import type { Paint } from '../terminal.ts'

/** How many requests are shown around the first that breaks the clause. */
const BEFORE = 5
const AFTER = 4

/** A client's own timeline of a scenario, around what breaks a clause; that is marked. */
export function timelineText(
  { timeline, omitted }: ScenarioReport,
  clause: string,
  paint: Paint,
  width: number,
): string[] {
  const marked = timeline.findIndex(({ breaks }) => breaks.includes(clause))
  const [from, to] = marked < 0 ? [0, BEFORE + AFTER] : [Math.max(0, marked - BEFORE), marked + AFTER]
  const shown = timeline.slice(from, to)
  const rest = timeline.length - from - shown.length + omitted
  return [
    ...(from > 0 ? [paint('dim', `    … ${from} before`)] : []),
    ...shown.map((entry) => entryLine(entry, entry.breaks.includes(clause), paint, width)),
    ...(rest > 0 ? [paint('dim', `    … ${rest} more`)] : []),
  ]
}

function entryLine(entry: TimelineEntry, isMarked: boolean, paint: Paint, width: number): string {
  const { arrivedMs, method, target, partnerReference, allowedFromMs } = entry
  const early =
    allowedFromMs !== null && allowedFromMs > arrivedMs ? `, allowed from ${seconds(allowedFromMs)} s` : ''
  const about =
    partnerReference === null || target.includes('/orders/') ? '' : ` ${printable(partnerReference, 30)}`
  const asked = `${printable(method, 10)} ${printable(target, 44)}${about}`
  const line = `${seconds(arrivedMs).padStart(7)} s  ${asked}  ${answerOf(entry)}${early}`.slice(0, width - 2)
  return isMarked ? paint('red', `▸ ${line}`) : `  ${line}`
}

function answerOf({
  httpStatus,
  delivery,
  fault,
  orderStatus,
  pollAfterSeconds,
  effect,
}: TimelineEntry): string {
  const lost = delivery === null || delivery === 'delivered' ? '' : `answer ${delivery}`
  const heard = httpStatus === null ? 'no answer' : String(httpStatus)
  const state = orderStatus === null ? '' : ` ${printable(orderStatus, 20)}`
  const pace = pollAfterSeconds === null ? '' : `, poll after ${pollAfterSeconds} s`
  const recorded = effect === null || effect === 'none' ? '' : `, ${effect}`
  const struck = fault === null ? '' : ` (${fault.does} ${fault.at})`
  return lost === '' ? `${heard}${state}${pace}${recorded}${struck}` : `${lost}${recorded}${struck}`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2)
}
