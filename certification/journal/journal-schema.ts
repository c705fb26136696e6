import * as z from 'zod'
import { profileSchema } from '../../contract/profile/profile-schema.ts'
import { reportSchema } from '../../contract/report/report.ts'
import { sourceSchema } from '../../contract/report/subject.ts'
import { scenarioSchema } from '../../contract/scenario/scenario.ts'
import { exchangeSchema } from '../../contract/wire/exchange.ts'
import { trialSchema } from '../trial.ts'

export const JOURNAL_SCHEMA = 'partner-purchase/journal@1'

/** How many exchanges of one trial are recorded; further ones are only counted. */
export const MOST_EXCHANGES = 2_000

/** The number of a line, so that an error can name a line that was moved or lost. */
const line = z.int().positive()
const sku = z.string().min(1).max(64)

/** The first line: what was run, by which rules, and with which answers to the gaps. */
export const headLine = z.strictObject({
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
  /** The client's command, without any key; null where the client is a service that was started elsewhere. */
  command: z.array(z.string()).nullable(),
  /** What the client is called; left out where nobody said so. */
  name: z.string().optional(),
  /** The words that start such a run, up to its scenarios; left out where a program started it. */
  rerun: z.array(z.string()).optional(),
  /** Why the run was interrupted; null when it was not. */
  ending: z.string().nullable(),
  /** The SKU of each scenario's card; omitted where each had the name of its scenario, which gives no certificate. */
  cards: z.record(sku, sku).optional(),
  /** What the client is made of; omitted where nobody looked. */
  source: sourceSchema.optional(),
  /** The text that the other side gave out for this run. */
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

export const bodyLine = z.discriminatedUnion('type', [exchangeLine, trialLine])

export type RunHead = Omit<z.infer<typeof headLine>, 'type' | 'line' | 'schema'>

/** What a client is made of, as far as could be seen before it was started. */
export type ClientSource = z.infer<typeof sourceSchema>
