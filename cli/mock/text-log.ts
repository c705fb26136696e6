import type { Paint } from '../terminal/terminal.ts'
import { exchangeLine, timeOf } from './exchange-line.ts'
import type { LineWriter } from './line-writer.ts'
import type { MockEvent, MockLog } from './mock-log.ts'

/**
 * A log for readers: a line for each exchange when it is complete, and for each event.
 *
 * @param width of the terminal that shows it; without one, a line is as long as it is.
 */
export function textLog({ write }: LineWriter, { paint, width }: { paint: Paint; width?: number }): MockLog {
  return {
    exchange: (exchange) => write(exchangeLine(exchange, paint, width)),
    event: (event) => write(eventLine(event, paint)),
  }
}

/** A log of nothing but what a script waits for, and of what goes wrong, which another log is told. */
export function quietLog(log: MockLog, complaints: MockLog): MockLog {
  return {
    exchange() {},
    event(event) {
      if (event.event === 'ready') log.event(event)
      if (event.event === 'not-reloaded') complaints.event(event)
    },
  }
}

function eventLine(event: MockEvent, paint: Paint): string {
  // Scripts wait for these lines: nothing stands beside them, no time and no colour.
  if (event.event === 'ready') {
    const ready = `ready ${event.url}`
    return event.adminToken === undefined ? ready : `admin-token ${event.adminToken}\n${ready}`
  }
  return `${paint('dim', timeOf(Date.now()))}  ${sentence(event, paint)}`
}

function sentence(event: Exclude<MockEvent, { event: 'ready' }>, paint: Paint): string {
  switch (event.event) {
    case 'reloaded':
      return paint('green', `${event.files.join(', ')}: in force from the next request on`)
    case 'not-reloaded':
      return paint('red', `what was in force stays: ${event.problem.replaceAll('\n', '; ')}`)
    case 'stopping':
      return paint('dim', 'stopping once the last answers have ended')
  }
}
