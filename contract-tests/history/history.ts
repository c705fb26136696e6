import * as z from 'zod'
import {
  noteOnRules,
  parsedLine,
  type RecordingFormat,
  sealed,
  sealedLines,
} from '../../contract/judging/sealed-lines.ts'
import { recordedProfileSchema } from '../../contract/profile/recorded-profile.ts'
import { reportSchema } from '../../contract/report/report.ts'
import { exchangeSchema } from '../../contract/wire/exchange.ts'

/** The schema of the histories that this kit writes and reads. */
const HISTORY_SCHEMA = 'partner-purchase/history@1'

/** The version of the rules that judge a history. */
export const SERVER_RULES = '1'

/** The key of a request: the run's own, one whose allowlist leaves the run out, one of nobody's, no key at all, or none. */
const KEYS_USED = ['own', 'blocked', 'nobody', 'invalid', 'none'] as const

export type KeyUsed = (typeof KEYS_USED)[number]

/** The number of a line, so that an error can name a line that was moved or lost. */
const line = z.int().positive()

const entryLine = z.strictObject({
  type: z.literal('exchange'),
  line,
  key: z.enum(KEYS_USED),
  /** When its client went away, having sent all of it; null where it waited for the answer. */
  abandonedMs: z.number().nonnegative().nullable(),
  /** Why no answer arrived, in a few words; null where one did, or where the client went away. */
  failure: z.string().nullable(),
  exchange: exchangeSchema,
})

export type Entry = Omit<z.infer<typeof entryLine>, 'type' | 'line'>

/** The first line: what a run was, besides its requests. */
const headLine = z.strictObject({
  type: z.literal('run'),
  line,
  schema: z.literal(HISTORY_SCHEMA),
  reference: z.string(),
  rules: z.string(),
  tool: reportSchema.shape.tool,
  startedAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  baseUrl: z.string(),
  profile: recordedProfileSchema,
  thorough: z.boolean(),
  /** The card that was asked for; null where the run chose. */
  sku: z.string().nullable(),
  maxPurchases: z.int().nonnegative(),
  /** Makes the references and the unassigned key of the run unique. */
  runId: z.string(),
  /** What its forms followed from; null where it was recorded before there were any. */
  seed: z.nullable(z.string()).default(null),
  /** Whether it had a key whose allowlist leaves it out. */
  hasBlockedKey: z.boolean(),
  /** Whether the target is a mock that takes every TEST key for that of a partner. */
  takesAnyKey: z.boolean(),
  /** How the reference client fared, as a sentence, where it failed; null where it did not, or did not begin. */
  client: z.strictObject({ step: z.string(), message: z.string() }).nullable(),
  /** Why the run ended early; null where it did not. */
  ending: z.strictObject({ outcome: reportSchema.shape.outcome.nullable(), message: z.string() }).nullable(),
})

export type HistoryHead = Omit<z.infer<typeof headLine>, 'type' | 'line' | 'schema'>

/**
 * All that happened in a run: what every verdict is judged from. The entries stand in the order of sending; a run has them
 * in memory, and a file gives them each time that they are read.
 */
export type History<Entries extends Iterable<Entry> = readonly Entry[]> = {
  readonly head: HistoryHead
  readonly entries: Entries
}

/** The id of the run in a history of whatever clients sent: no script made up what they asked for. */
export const UNSCRIPTED = 'proxy'

export type JudgedHead = Pick<
  HistoryHead,
  'profile' | 'thorough' | 'runId' | 'hasBlockedKey' | 'takesAnyKey' | 'maxPurchases' | 'sku' | 'ending'
>

/** A history as text, line by line: one for the run, one for each exchange, and the seal over all of them. */
export function historyLines({ head, entries }: History<Iterable<Entry>>): Iterable<string> {
  function* lines() {
    yield { type: 'run', schema: HISTORY_SCHEMA, ...head }
    for (const entry of entries) yield { type: 'exchange', ...entry }
  }
  return sealed(lines())
}

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
 * @throws {HistoryError} for one that was changed, cut, re-ordered, is of another schema, or of newer rules; so does
 * each reading of the entries.
 */
export function readHistory(chunks: Chunks, source: string): ReadHistory {
  const refuse = (fault: string) =>
    new HistoryError(`${source} can't be judged: ${fault} Use the history as the run wrote it.`)
  const format = { kind: 'history', schemas: [HISTORY_SCHEMA], refuse } as const
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
