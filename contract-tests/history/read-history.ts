import { noteOnRules, parsedLine, type RecordingFormat } from '../../contract/judging/recording.ts'
import { sealedLines } from '../../contract/judging/sealed-lines.ts'
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

/** Whether a file is a history, whole or damaged: its first line says so. */
export function isHistory(chunks: Chunks): boolean {
  for (const chunk of chunks()) {
    const [line = ''] = new TextDecoder().decode(chunk.subarray(0, HEAD_BYTES)).split('\n', 1)
    return line.includes('"partner-purchase/history@')
  }
  return false
}

/** A schema stands in front of a head: within so many bytes. */
const HEAD_BYTES = 200

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
  for (const first of sealedLines(chunks(), format)) {
    try {
      const { type: _, line: __, schema: ___, ...head } = parsedLine(headLine, first, 1, format)
      const note = noteOnRules(head.rules, SERVER_RULES, format)
      return { head, note, entries: { [Symbol.iterator]: () => entriesIn(chunks(), format) } }
    } catch (fault) {
      // What else is wrong with the file says more than its head.
      for (const _ of sealedLines(chunks(), format));
      throw fault
    }
  }
  throw refuse('it is empty.')
}

function* entriesIn(chunks: Iterable<Uint8Array>, format: RecordingFormat): Generator<Entry> {
  let fault: unknown
  let number = 0
  let seq = -1
  for (const json of sealedLines(chunks, format)) {
    number += 1
    if (number === 1 || fault !== undefined) continue
    let entry: Entry | undefined
    try {
      entry = entryOf(json, number, seq, format)
    } catch (cause) {
      // The rest is read, too: where the seal does not hold, what is wrong with it says more.
      fault = cause
    }
    if (entry === undefined) continue
    seq = entry.exchange.seq
    yield entry
  }
  if (fault !== undefined) throw fault
}

function entryOf(json: unknown, number: number, before: number, format: RecordingFormat): Entry {
  const { type: _, line: __, ...entry } = parsedLine(entryLine, json, number, format)
  if (entry.exchange.seq > before) return entry
  throw format.refuse(`the exchange of line ${number} was not sent after the one before it.`)
}
