import type { Clock } from '../../contract/clock.ts'
import { legibleJson } from '../../contract/text/harmless.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import {
  durationMsOf,
  orderStatusOf,
  refusalCodeOf,
  requestIdOf,
  traceOf,
} from '../../contract/wire/exchange-facts.ts'
import type { Lines } from './line-writer.ts'
import type { MockEvent, MockLog } from './mock-log.ts'

/** A log for programs: one JSON object per line. */
export function jsonLog(writer: Lines, clock: Clock): MockLog {
  const write = (level: Level, record: object) => writer.write(legibleJson(jsonEntry(level, record, clock)))
  return {
    exchange(completed) {
      if (writer.hasRoom) write('info', exchangeRecord(completed.exchange))
      else writer.leaveOut()
    },
    event(event) {
      if (event.event === 'not-http' && !writer.hasRoom) return writer.leaveOut()
      write(LEVELS[event.event] ?? 'info', event)
      writer.flush()
    },
  }
}

/** An entry of the log, as one line: its level and the time of now, then the record. */
export function jsonEntry(level: Level, record: object, clock: Clock): string {
  return JSON.stringify({ level, time: new Date(clock.now()).toISOString(), ...record })
}

type Level = 'info' | 'warn' | 'error'

const LEVELS: Readonly<Partial<Record<MockEvent['event'], Level>>> = {
  'not-reloaded': 'error',
  'not-http': 'warn',
}

/** An exchange as an entry of the log: its journal entry without headers and bodies. */
function exchangeRecord(exchange: Exchange) {
  const { seq, at, request, response, delivery, partner, operation, order, fault, nearMiss } = exchange
  return {
    event: 'exchange',
    seq,
    requestId: requestIdOf(exchange),
    ...traceOf(exchange),
    at,
    method: request.method,
    target: request.target,
    status: response?.status ?? null,
    delivery: delivery?.outcome ?? null,
    durationMs: durationMsOf(exchange),
    partner,
    operation,
    order: order && { ...order, status: orderStatusOf(exchange) ?? null },
    refusal: refusalCodeOf(exchange) ?? null,
    fault,
    nearMiss,
  }
}
