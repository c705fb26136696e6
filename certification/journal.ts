import * as z from 'zod'
import { profileSchema } from '../contract/profile/profile-schema.ts'
import { reportSchema } from '../contract/report/report.ts'
import { sourceSchema } from '../contract/report/subject.ts'
import { type Scenario, scenarioSchema } from '../contract/scenario/scenario.ts'
import { exchangeSchema } from '../contract/wire/exchange.ts'
import {
  noteOnRules,
  parsedLine,
  type RecordingFormat,
  sealDigest,
  sealed,
  sealedLines,
} from './sealed-lines.ts'
import { namesOf, type Trial, trialSchema } from './trial.ts'

const JOURNAL_SCHEMA = 'partner-purchase/journal@1'

/** The most exchanges that are recorded for one trial. The recording only counts the rest. */
export const MOST_EXCHANGES = 2_000

/** Each line holds its number, so that an error can name a line that was moved or lost. */
const line = z.int().positive()
const sku = z.string().min(1).max(64)

/** The first line: what was run, under which rules, and with which profile. */
const headLine = z.strictObject({
  type: z.literal('run'),
  line,
  schema: z.literal(JOURNAL_SCHEMA),
  reference: z.string(),
  rules: z.string(),
  tool: reportSchema.shape.tool,
  startedAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  /** The base URL of the mock. */
  baseUrl: z.string(),
  /** The client's command, without any key; null for a service, which the kit does not start. */
  command: z.array(z.string()).nullable(),
  /** The name that the user gave the client; omitted if there is none. */
  name: z.string().optional(),
  /** The words that started the run, without its choice of scenarios; omitted if a program started it. */
  rerun: z.array(z.string()).optional(),
  /** Why the run was interrupted; null when it was not. */
  ending: z.string().nullable(),
  /**
   * The card's SKU for each scenario. Omitted if the cards are called as their scenarios, which excludes a certificate.
   */
  cards: z.record(sku, sku).optional(),
  /** The commit and the files of the client; omitted if they are unknown. */
  source: sourceSchema.optional(),
  /** The text that whoever asked for this run gave out for it. */
  challenge: z.string().optional(),
  profile: profileSchema,
  /** The whole scenario table of the mock. */
  scenarios: z.array(scenarioSchema).min(1).max(1_000),
  planned: z.array(sku).min(1).max(1_000),
})

const exchangeLine = z.strictObject({
  type: z.literal('exchange'),
  line,
  scenario: sku,
  exchange: exchangeSchema,
})

const trialLine = z.strictObject({ type: z.literal('trial'), line, scenario: sku, ...trialSchema.shape })

const bodyLine = z.discriminatedUnion('type', [exchangeLine, trialLine])

type BodyLine = z.infer<typeof bodyLine>

export type RunHead = Omit<z.infer<typeof headLine>, 'type' | 'line' | 'schema'>

/** The commit and the files of a client, as far as they could be seen before it was started. */
export type ClientSource = z.infer<typeof sourceSchema>

/** The recording of a client's run. Judging needs nothing else, at any time. */
export type Recording = {
  readonly head: RunHead
  /** The trials that finished, in the order of the table. */
  readonly trials: readonly Trial[]
}

/**
 * The text of a journal: a line for the run, one for each exchange, one for the end of each trial, and a seal over all
 * of them.
 */
export function journalText({ head, trials }: Recording): string {
  return [...sealed([{ type: 'run', schema: JOURNAL_SCHEMA, ...head }, ...trials.flatMap(trialLines)])].join(
    '',
  )
}

function trialLines(trial: Trial) {
  const { scenario: _, scenarioSku: __, exchanges, unrecorded = 0, ...end } = trial
  const name = { scenario: namesOf(trial).sku }
  return [
    ...exchanges.map((exchange) => ({ type: 'exchange', ...name, exchange })),
    { type: 'trial', ...name, ...end, unrecorded },
  ]
}

/**
 * The digest of a report: of the journal that was judged, and of the rules. It shows that neither was changed. It is
 * not a signature, and does not prove who made the report.
 */
export function reportDigest(journal: string | Uint8Array, rules: string): string {
  return sealDigest(journal, `\n${JSON.stringify(rules)}`)
}

export type ReadJournal = Recording & {
  /** Says that the rules have changed since the recording; null if they have not. */
  readonly note: string | null
}

const MOST_BYTES = 512 * 1024 * 1024

/** @throws {JournalError} if the journal was changed, cut or re-ordered, or has another schema or newer rules. */
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
    ...(card === undefined
      ? { scenario }
      : { scenario: { ...scenario, sku: card }, scenarioSku: scenario.sku }),
    exchanges: lines.map(({ exchange }) => exchange),
    ...ended,
  }
}

/** A journal can't be judged. The message names the file, the error, and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}
