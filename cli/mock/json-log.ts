import { legibleJson } from '../../contract/text/harmless.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { durationMsOf, orderStatusOf, refusalCodeOf } from '../../contract/wire/exchange-facts.ts'
import type { LineWriter } from './line-writer.ts'
import type { MockEvent, MockLog } from './mock-log.ts'

/** A log for programs: one JSON object per line. Only this log loads pino. */
export async function jsonLog(writer: LineWriter): Promise<MockLog> {
  const { pino } = await import('pino')
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => writer.write(legibleJson(line.trimEnd())) },
  )
  return {
    exchange(completed) {
      if (writer.hasRoom) logger.info(exchangeRecord(completed.exchange))
      else writer.leaveOut()
    },
    event(event) {
      if (event.event === 'not-http' && !writer.hasRoom) return writer.leaveOut()
      logger[LEVELS[event.event] ?? 'info'](event)
      writer.flush()
    },
  }
}

const LEVELS: Readonly<Partial<Record<MockEvent['event'], 'warn' | 'error'>>> = {
  'not-reloaded': 'error',
  'not-http': 'warn',
}

/** An exchange as an entry of the log: its journal entry without headers and bodies. */
function exchangeRecord(exchange: Exchange) {
  const { seq, at, request, response, delivery, partner, operation, order, fault, nearMiss } = exchange
  return {
    event: 'exchange',
    seq,
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
