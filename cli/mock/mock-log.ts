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
import type { Io, Output } from '../io.ts'
import { type Paint, paintFor } from '../terminal/terminal.ts'
import { exchangeLine, unreadableLine } from './exchange-line.ts'

type MockEvent =
  /** It listens. The token is shown only here, and only if the admin API needs one. */
  | {
      readonly event: 'ready'
      readonly url: string
      readonly adminToken?: string
    }
  /** Something arrived that is not an HTTP request, and is in no journal. */
  | { readonly event: 'not-http'; readonly kind: string; readonly message: string }
  | { readonly event: 'stopping' }

/** Where a mock writes what happens. Neither an exchange nor an event contains a key. */
export type MockLog = {
  exchange(exchange: Exchange): void
  event(event: MockEvent): void
}

type LogFormat = 'text' | 'json'

/** A quiet one reports errors on standard error. `onGone` is called when standard output has no reader any more. */
export function openLog(
  { format, isQuiet }: { readonly format: LogFormat; readonly isQuiet: boolean },
  { stdout, stderr, env, clock }: Io,
  onGone: () => void,
): MockLog {
  stdout.on('error', onGone)
  stderr.on('error', () => {})
  const logOn = (stream: Output) => {
    const write = (line: string) => void stream.write(`${line}\n`)
    return format === 'json'
      ? jsonLog(write, clock)
      : textLog(write, { paint: paintFor(stream, env), ...(stream.isTTY && { width: stream.columns }) })
  }
  return isQuiet ? quietLog(logOn(stdout), logOn(stderr)) : logOn(stdout)
}

type Write = (line: string) => void

type TextLogOptions = {
  readonly paint: Paint
  /** Of the terminal that shows it; without one, lines are not folded. */
  readonly width?: number | undefined
}

export function textLog(write: Write, { paint, width }: TextLogOptions): MockLog {
  return {
    exchange: (exchange) => write(exchangeLine(exchange, paint, width)),
    event: (event) => write(eventLine(event, { paint, width })),
  }
}

/** A log with only the lines that a script waits for; errors are written to another log. */
function quietLog(log: MockLog, complaints: MockLog): MockLog {
  return {
    exchange() {},
    event(event) {
      if (event.event === 'ready') log.event(event)
      if (event.event === 'not-http') complaints.event(event)
    },
  }
}

function eventLine(event: MockEvent, { paint, width }: TextLogOptions): string {
  // Scripts wait for these lines: they have no time and no colour.
  if (event.event === 'ready') {
    const { url, adminToken } = event
    return adminToken === undefined ? `ready ${url}` : `admin-token ${adminToken}\nready ${url}`
  }
  if (event.event === 'not-http') return unreadableLine(event.message, Date.now(), { paint, width })
  return paint('dim', `${timeOfDay(Date.now())}  stopping after the last answers`)
}

export function jsonLog(write: Write, clock: Clock): MockLog {
  const writeEntry = (level: Level, record: object) => {
    const entry = JSON.stringify({ level, time: new Date(clock.now()).toISOString(), ...record }, shortened)
    write(legibleJson(entry))
  }
  return {
    exchange: (exchange) => writeEntry('info', exchangeRecord(exchange)),
    event: (event) => writeEntry(event.event === 'not-http' ? 'warn' : 'info', event),
  }
}

/** A target may have 16 KiB: a line has what a reader needs to find it, and the journal has the rest. */
const LONGEST_TEXT = 500

function shortened(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT - 1)}…`
    : value
}

type Level = 'info' | 'warn'

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
