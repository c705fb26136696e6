import type * as z from 'zod'
import {
  noteOnRules,
  parsedLine,
  type RecordingFormat,
  sealDigest,
  sealed,
  sealedLines,
} from '../../contract/judging/sealed-lines.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { namesOf, type Trial } from '../trial.ts'
import { bodyLine, headLine, JOURNAL_SCHEMA, MOST_EXCHANGES, type RunHead } from './journal-schema.ts'

/** The recording of a client's run: all that judging needs, now or later. */
export type Recording = {
  readonly head: RunHead
  /** The trials that finished, in the order of the table. */
  readonly trials: readonly Trial[]
}

/**
 * A recording as the text of a journal: a line for the run, one for each exchange, one for the end of each trial, and
 * the seal over all of them.
 */
export function journalText({ head, trials }: Recording): string {
  return [...sealed([{ type: 'run', schema: JOURNAL_SCHEMA, ...head }, ...trials.flatMap(trialLines)])].join(
    '',
  )
}

function trialLines(trial: Trial) {
  const { scenario: _, own: __, exchanges, unrecorded = 0, ...end } = trial
  const name = { scenario: namesOf(trial).sku }
  return [
    ...exchanges.map((exchange) => ({ type: 'exchange', ...name, exchange })),
    { type: 'trial', ...name, ...end, unrecorded },
  ]
}

/**
 * The digest of a report that was judged from a journal by some rules. It shows that neither was changed since. It is not
 * a signature: it does not say who made it.
 */
export function reportDigest(journal: string | Uint8Array, rules: string): string {
  return sealDigest(journal, `\n${JSON.stringify(rules)}`)
}

export type ReadJournal = Recording & {
  /** A sentence saying that the rules changed since the recording; null when they did not. */
  readonly note: string | null
}

const MOST_BYTES = 512 * 1024 * 1024

/** @throws {JournalError} for one that was changed, cut, re-ordered, is of another schema, or of newer rules. */
export function readJournal(bytes: Uint8Array, source: string, rules: string): ReadJournal {
  const refuse = (fault: string) =>
    new JournalError(`${source} can't be judged: ${fault} Use the journal as the run wrote it.`)
  const format = { schema: JOURNAL_SCHEMA, refuse }
  if (bytes.byteLength > MOST_BYTES) throw refuse('it is larger than any run makes it.')
  const [first, ...rest] = sealedLines(bytes, format)
  const { type: _, line: __, schema: ___, ...head } = parsedLine(headLine, first, 1, format)
  const note = noteOnRules(head.rules, rules, format)
  const lines = rest.map((line, index) => parsedLine(bodyLine, line, index + 2, format))
  return { head, trials: trialsOf(head, lines, format), note }
}

type BodyLine = z.infer<typeof bodyLine>

function trialsOf(
  { scenarios, planned, cards = {} }: RunHead,
  lines: readonly BodyLine[],
  format: RecordingFormat,
): Trial[] {
  const { refuse } = format
  const bySku = new Map(scenarios.map((scenario) => [scenario.sku, scenario]))
  const trials: Trial[] = []
  let exchanges: (BodyLine & { type: 'exchange' })[] = []
  for (const line of lines) {
    const scenario = bySku.get(line.scenario)
    if (scenario === undefined || !planned.includes(line.scenario))
      throw refuse(`line ${line.line} is of ${line.scenario}, which its head does not plan.`)
    if (line.type === 'exchange') exchanges.push(line)
    else {
      const card = Object.hasOwn(cards, line.scenario) ? cards[line.scenario] : undefined
      trials.push(trialOf(scenario, card, exchanges, line, format))
      exchanges = []
    }
  }
  if (exchanges.length > 0) throw refuse('its last trial has no end.')
  if (new Set(trials.map((trial) => namesOf(trial).sku)).size !== trials.length)
    throw refuse('it holds two trials of one scenario.')
  return trials
}

function trialOf(
  scenario: Scenario,
  card: string | undefined,
  lines: readonly (BodyLine & { type: 'exchange' })[],
  end: BodyLine & { type: 'trial' },
  { refuse }: RecordingFormat,
): Trial {
  if (lines.some((line) => line.scenario !== end.scenario) || lines.length > MOST_EXCHANGES)
    throw refuse(`the exchanges before line ${end.line} are not those of one trial.`)
  const { type: _, line: __, scenario: ___, ...ended } = end
  return {
    ...(card === undefined ? { scenario } : { scenario: { ...scenario, sku: card }, own: scenario.sku }),
    exchanges: lines.map(({ exchange }) => exchange),
    ...ended,
  }
}

/** A journal that cannot be judged: names the file, the error, and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}
