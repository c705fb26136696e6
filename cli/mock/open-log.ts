import type { Clock } from '../../contract/clock.ts'
import type { Io, Output } from '../io.ts'
import { paintFor } from '../terminal/terminal.ts'
import { jsonEntry, jsonLog } from './json-log.ts'
import { LineWriter } from './line-writer.ts'
import type { LogFormat, MockLog } from './mock-log.ts'
import { quietLog, textLog } from './text-log.ts'

/** The log of a run, and the writer of its lines. */
export type OpenLog = { readonly log: MockLog; readonly out: LineWriter }

/**
 * The log of the chosen format, on standard output. A quiet one reports errors on standard error.
 *
 * @param onGone called when standard output has no reader any more.
 */
export function openLog(
  { format, isQuiet }: { readonly format: LogFormat; readonly isQuiet: boolean },
  { stdout, stderr, env, clock }: Io,
  onGone: () => void,
): OpenLog {
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
