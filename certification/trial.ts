import * as z from 'zod'
import { exitSchema, outputSchema } from '../contract/report/subject.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'

/** The most connections of a trial that are recorded without a request. */
export const MOST_UNREADABLE = 20

const milliseconds = z.number().nonnegative()

/** A trial without its exchanges, as it is recorded. All times are on the monotonic clock of the exchanges. */
export const trialSchema = z.strictObject({
  /** When the client was started, and when the recording ended. */
  beganMs: milliseconds,
  endedMs: milliseconds,
  /** How the client's process ended; null if the kit did not start it. */
  exit: exitSchema.nullable(),
  /** The balance before the first request about the card, in minor units of the profile's currency. */
  openingBalance: z.int().nonnegative(),
  /**
   * Debits and refunds of other cards on the same account, while this card was bought; omitted if each card has its own
   * account.
   */
  others: z
    .array(z.strictObject({ seq: z.int().nonnegative(), atMs: milliseconds, amount: z.int() }))
    .readonly()
    .optional(),
  /** How many further exchanges there were that are not recorded. */
  unrecorded: z.int().nonnegative(),
  /** The first things that arrived and were not HTTP requests. */
  unreadable: z
    .array(z.strictObject({ atMs: milliseconds, kind: z.string(), message: z.string() }))
    .max(MOST_UNREADABLE)
    .readonly()
    .optional(),
  /**
   * When the client was killed in the middle of a purchase and when it was started again; omitted if it was not killed.
   */
  crash: z.strictObject({ killedMs: milliseconds, restartedMs: milliseconds }).optional(),
  /** True if nobody said how many cards to buy, as with a mock that serves any client; omitted otherwise. */
  isUnplanned: z.literal(true).optional(),
  /** What the client's process wrote, if the kit started it. No rule reads it. */
  output: outputSchema.optional(),
})

type RecordedTrial = z.infer<typeof trialSchema>

/** One client's run of one scenario: the whole input of a rule. */
export type Trial = Readonly<Omit<RecordedTrial, 'unrecorded'> & Partial<RecordedTrial>> & {
  readonly scenario: Scenario
  /** The scenario's SKU in its table, if its card has another one. `scenario.sku` then holds the card's SKU. */
  readonly scenarioSku?: string
  /** In the order of their arrival. */
  readonly exchanges: readonly Exchange[]
}

/** Something that arrived over a connection and was not an HTTP request. */
export type Unreadable = NonNullable<Trial['unreadable']>[number]

/** The scenario's name in a report, and its card's name if the client saw another one. */
export function namesOf({ scenario, scenarioSku }: Pick<Trial, 'scenario' | 'scenarioSku'>): {
  readonly sku: string
  readonly card?: string
} {
  return scenarioSku === undefined || scenarioSku === scenario.sku
    ? { sku: scenario.sku }
    : { sku: scenarioSku, card: scenario.sku }
}

/** How a process ended, as the end of a sentence. */
export function endWords({ code, signal }: NonNullable<Trial['exit']>): string {
  return code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${code}`
}

const LONGEST = 64

/** Quotes a reference, a SKU or a state for a sentence, and shortens a long one. */
export function quoteName(text: string | undefined): string {
  const whole = text ?? ''
  return JSON.stringify(whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1).toWellFormed()}…` : whole)
}
