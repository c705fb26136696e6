import type * as z from 'zod'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Trial } from '../trial.ts'
import type { Recording } from './journal.ts'
import { JournalError } from './journal-error.ts'
import { sealedLines } from './journal-lines.ts'
import { bodyLine, headLine, MOST_EXCHANGES, type RunHead } from './journal-schema.ts'

/** A journal that was read, with a note for its reader. */
export type ReadJournal = Recording & {
  /** A sentence saying that the rules changed since the recording; null when they did not. */
  readonly note: string | null
}

/** The largest journal that is read. */
const MOST_BYTES = 512 * 1024 * 1024

/**
 * Reads a journal back.
 *
 * @param source what to call it in an error: a file name.
 * @param rules the version of the rules that will judge it.
 * @throws {JournalError} for one that was changed, cut, re-ordered, is of another schema, or of newer rules.
 */
export function readJournal(bytes: Uint8Array, source: string, rules: string): ReadJournal {
  if (bytes.byteLength > MOST_BYTES) throw refusal(source, 'it is larger than any run makes it.')
  const sealed = sealedLines(bytes)
  if ('fault' in sealed) throw refusal(source, sealed.fault)
  const [first, ...rest] = sealed.lines
  const { type: _, line: __, schema: ___, ...head } = parsedLine(headLine, first, 1, source)
  const note = noteOnRules(head.rules, rules, source)
  const lines = rest.map((line, index) => parsedLine(bodyLine, line, index + 2, source))
  return { head, trials: trialsOf(head, lines, source), note }
}

type BodyLine = z.infer<typeof bodyLine>

function parsedLine<Schema extends z.ZodType>(
  schema: Schema,
  line: unknown,
  number: number,
  source: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(line)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  throw refusal(source, `line ${number} is invalid${place === '' ? '' : ` at ${place}`}: ${issue?.message}.`)
}

const versions = new Intl.Collator('en', { numeric: true })

function noteOnRules(recorded: string, rules: string, source: string): string | null {
  const order = versions.compare(recorded, rules)
  if (order > 0)
    throw refusal(
      source,
      `it was judged by rules ${recorded} when it was recorded, and this kit has ${rules}. Judge it with a newer kit.`,
    )
  if (order === 0) return null
  return `Recorded under rules ${recorded}, judged by rules ${rules}: verdicts may differ from those of the recording.`
}

function trialsOf({ scenarios, planned }: RunHead, lines: readonly BodyLine[], source: string): Trial[] {
  const bySku = new Map(scenarios.map((scenario) => [scenario.sku, scenario]))
  const trials: Trial[] = []
  let exchanges: (BodyLine & { type: 'exchange' })[] = []
  for (const line of lines) {
    const scenario = bySku.get(line.scenario)
    if (scenario === undefined || !planned.includes(line.scenario))
      throw refusal(source, `line ${line.line} is of ${line.scenario}, which its head does not plan.`)
    if (line.type === 'exchange') exchanges.push(line)
    else {
      trials.push(trialOf(scenario, exchanges, line, source))
      exchanges = []
    }
  }
  if (exchanges.length > 0) throw refusal(source, 'its last trial has no end.')
  if (new Set(trials.map(({ scenario }) => scenario.sku)).size !== trials.length)
    throw refusal(source, 'it holds two trials of one scenario.')
  return trials
}

function trialOf(
  scenario: Scenario,
  lines: readonly (BodyLine & { type: 'exchange' })[],
  end: BodyLine & { type: 'trial' },
  source: string,
): Trial {
  if (lines.some((line) => line.scenario !== end.scenario) || lines.length > MOST_EXCHANGES)
    throw refusal(source, `the exchanges before line ${end.line} are not those of one trial.`)
  const { beganMs, endedMs, exit, openingBalance, unrecorded, crash, unreadable, output } = end
  return {
    scenario,
    exchanges: lines.map(({ exchange }) => exchange),
    beganMs,
    endedMs,
    exit,
    openingBalance,
    unrecorded,
    ...(crash !== undefined && { crash }),
    ...(unreadable !== undefined && { unreadable }),
    ...(output !== undefined && { output }),
  }
}

function refusal(source: string, fault: string): JournalError {
  return new JournalError(`${source} can't be judged: ${fault} Use the journal as the run wrote it.`)
}
