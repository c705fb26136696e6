import {
  noteOnRules,
  parsedLine,
  type RecordingFormat,
  sealedLines,
} from '../../contract/judging/sealed-lines.ts'
import { type Entry, entryLine, HISTORY_SCHEMA, type History, headLine, SERVER_RULES } from './history.ts'

/** A history that cannot be judged: names the file, the error, and what to do. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}

/** A file in pieces, from its beginning each time that it is called. */
export type Chunks = () => Iterable<Uint8Array>

/** A history that is read from a file: its entries are never in memory together. */
export type ReadHistory = History<Iterable<Entry>> & {
  /** A sentence saying that the rules changed since the run; null when they did not. */
  readonly note: string | null
}

/** A schema stands in front of a head: within so many bytes. */
const HEAD_BYTES = 200

/** Whether a file is a history, whole or damaged: its first line says so. */
export function isHistory(chunks: Chunks): boolean {
  for (const chunk of chunks()) {
    const [line = ''] = new TextDecoder().decode(chunk.subarray(0, HEAD_BYTES)).split('\n', 1)
    return line.includes('"partner-purchase/history@')
  }
  return false
}

/**
 * Reads a history back, in bounded memory. Each reading of its entries parses and checks the whole file once more, and
 * says at its end whether the seal holds: nothing that is judged counts before the end of the first one.
 *
 * @param source what to call it in an error: a file name.
 * @throws {HistoryError} for one that was changed, cut, re-ordered, is of another schema, or of newer rules; so does
 * each reading of the entries.
 *
 * @example
 * const report = reportOf(readHistory(() => [readFileSync('report/history.jsonl')], 'report/history.jsonl'))
 */
export function readHistory(chunks: Chunks, source: string): ReadHistory {
  const refuse = (fault: string) =>
    new HistoryError(`${source} can't be judged: ${fault} Use the history as the run wrote it.`)
  const format = { kind: 'history', schema: HISTORY_SCHEMA, refuse } as const
  const headIn = (json: unknown) => {
    const { type: _, line: __, schema: ___, ...head } = parsedLine(headLine, json, 1, format)
    return { head, note: noteOnRules(head.rules, SERVER_RULES, format) }
  }
  for (const read of sealedLines(chunks(), format, headIn))
    return { ...read, entries: { [Symbol.iterator]: () => entriesIn(chunks(), format) } }
  throw refuse('it is empty.')
}

function* entriesIn(chunks: Iterable<Uint8Array>, format: RecordingFormat): Generator<Entry> {
  let seq = -1
  const entries = sealedLines(chunks, format, (json, number) => {
    if (number === 1) return undefined
    const { type: _, line: __, ...entry } = parsedLine(entryLine, json, number, format)
    if (entry.exchange.seq <= seq)
      throw format.refuse(`the exchange of line ${number} was not sent after the one before it.`)
    seq = entry.exchange.seq
    return entry
  })
  for (const entry of entries) if (entry !== undefined) yield entry
}
