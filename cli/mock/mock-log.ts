import type { Clock } from '../../contract/clock.ts'
import { legibleJson } from '../../contract/text/harmless.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import {
  durationMsOf,
  orderStatusOf,
  refusalCodeOf,
  requestIdOf,
  timeOfDay,
  traceOf,
} from '../../contract/wire/exchange-facts.ts'
import type { CompletedExchange } from '../../mock-server/journal/journal.ts'
import type { Io, Output } from '../io.ts'
import { type Paint, paintFor } from '../terminal/terminal.ts'
import { exchangeLine, unreadableLine } from './exchange-line.ts'
import { type BusySecond, type Lines, LineWriter, unlessBusy } from './log-pace.ts'

type MockEvent =
  /** It listens. The token is shown only here, and only if the admin API needs one. */
  | {
      readonly event: 'ready'
      readonly url: string
      readonly adminToken?: string
    }
  /** Something arrived that is not an HTTP request, and is in no journal. */
  | { readonly event: 'not-http'; readonly kind: string; readonly message: string }
  | { readonly event: 'reloaded'; readonly files: readonly string[] }
  /** A changed file can't be used: the old settings stay. */
  | { readonly event: 'not-reloaded'; readonly files: readonly string[]; readonly problem: string }
  | { readonly event: 'stopping' }

/** Where a mock writes what happens. Neither an exchange nor an event contains a key. */
export type MockLog = {
  exchange(completed: CompletedExchange): void
  event(event: MockEvent): void
}

type LogFormat = 'text' | 'json'

/** A quiet one reports errors on standard error. `onGone`: standard output has no reader any more. */
export function openLog(
  { format, isQuiet }: { readonly format: LogFormat; readonly isQuiet: boolean },
  { stdout, stderr, env, clock }: Io,
  onGone: () => void,
) {
  const writerFor = (stream: Output, whenGone: () => void) =>
    new LineWriter(stream, { onGone: whenGone, omission: (count) => OMISSIONS[format](count, clock), clock })
  const logOn = (stream: Output, writer: LineWriter) =>
    format === 'json'
      ? jsonLog(writer, clock)
      : textLog(writer, {
          paint: paintFor(stream, env),
          clock,
          ...(stream.isTTY && { width: stream.columns }),
        })
  const out = writerFor(stdout, onGone)
  const log = logOn(stdout, out)
  if (!isQuiet) return { log, out }
  const complaints = writerFor(stderr, () => {})
  return { log: quietLog(log, logOn(stderr, complaints)), out }
}

const OMISSIONS: Record<LogFormat, (count: number, clock: Clock) => string> = {
  text: (count) => `… ${count} lines were left out: nobody read them in time`,
  json: (lines, clock) => jsonEntry('warn', { event: 'omitted', lines }, clock),
}

type TextLogOptions = {
  readonly paint: Paint
  /** Of the terminal that shows it; without one, lines are not folded. */
  readonly width?: number | undefined
  readonly clock: Clock
}

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
function quietLog(log: MockLog, complaints: MockLog): MockLog {
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
    const { url, adminToken } = event
    return adminToken === undefined ? `ready ${url}` : `admin-token ${adminToken}\nready ${url}`
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

function jsonEntry(level: Level, record: object, clock: Clock): string {
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
