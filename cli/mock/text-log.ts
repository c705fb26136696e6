import type { Clock } from '../../contract/clock.ts'
import { timeOfDay } from '../../contract/wire/exchange-facts.ts'
import type { CompletedExchange } from '../../mock-server/journal/journal.ts'
import type { Paint } from '../terminal/terminal.ts'
import { type BusySecond, unlessBusy } from './busy-log.ts'
import { exchangeLine, unreadableLine } from './exchange-line.ts'
import type { Lines } from './line-writer.ts'
import type { MockEvent, MockLog } from './mock-log.ts'

type TextLogOptions = {
  readonly paint: Paint
  /** Of the terminal that shows it; without one, lines are not folded. */
  readonly width?: number | undefined
  readonly clock: Clock
}

/**
 * A log for people: a line for each complete exchange, and for each event. When there are too many exchanges to read, it
 * shows how many there were, and the failed ones.
 */
export function textLog(writer: Lines, { paint, width, clock }: TextLogOptions): MockLog {
  const line = ({ exchange }: CompletedExchange) => writer.write(exchangeLine(exchange, paint, width))
  const summary = (second: BusySecond) => writer.write(summaryLine(second, paint))
  const exchange = unlessBusy({ line, summary }, clock)
  return {
    exchange: (completed) => (writer.hasRoom ? exchange(completed) : writer.leaveOut()),
    event(event) {
      if (event.event === 'not-http' && !writer.hasRoom) return writer.leaveOut()
      writer.write(eventLine(event, { paint, width }))
      writer.flush()
    },
  }
}

function summaryLine({ exchanges, wrong, unnamed }: BusySecond, paint: Paint): string {
  const shown = unnamed === 0 ? '' : `, ${unnamed} of these not shown`
  const text = `${exchanges} exchanges in a second: ${wrong} refused, failed or lost${shown}`
  return `${paint('dim', timeOfDay(Date.now()))}  ${paint(wrong === 0 ? 'dim' : 'yellow', text)}`
}

/** A log with only the lines that a script waits for; errors are written to another log. */
export function quietLog(log: MockLog, complaints: MockLog): MockLog {
  return {
    exchange() {},
    event(event) {
      if (event.event === 'ready') log.event(event)
      if (event.event === 'not-reloaded' || event.event === 'not-http') complaints.event(event)
    },
  }
}

function eventLine(event: MockEvent, { paint, width }: Omit<TextLogOptions, 'clock'>): string {
  // Scripts wait for these lines: they have no time and no colour.
  if (event.event === 'ready') {
    const { url, certificate, adminToken } = event
    const before = [certificate && `certificate ${certificate}`, adminToken && `admin-token ${adminToken}`]
    return [...before, `ready ${url}`].filter((line) => line !== undefined).join('\n')
  }
  if (event.event === 'not-http') return unreadableLine(event.message, Date.now(), { paint, width })
  return `${paint('dim', timeOfDay(Date.now()))}  ${sentence(event, paint)}`
}

function sentence(event: Exclude<MockEvent, { event: 'ready' | 'not-http' }>, paint: Paint): string {
  switch (event.event) {
    case 'reloaded':
      return paint('green', `${event.files.join(', ')}: in force from the next request on`)
    case 'not-reloaded':
      return paint('red', `what was in force stays: ${event.problem.replaceAll('\n', '; ')}`)
    case 'stopping':
      return paint('dim', 'stopping once the last answers have ended')
  }
}
