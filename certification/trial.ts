import * as z from 'zod'
import { exitSchema, outputSchema } from '../contract/report/subject.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'

/** How many connections of one trial are recorded that carried no request. */
export const MOST_UNREADABLE = 20

const milliseconds = z.number().nonnegative()

/** What a recording says of a trial besides its exchanges. All moments are of one monotonic clock, that of the exchanges. */
export const trialSchema = z.strictObject({
  /** When the client was started, and when the recording ended. */
  beganMs: milliseconds,
  endedMs: milliseconds,
  /** How the client's process ended; null where the kit did not start it. */
  exit: exitSchema.nullable(),
  /** In minor units of the profile's currency: before the first request about the card. */
  openingBalance: z.int().nonnegative(),
  /** What other cards moved on the same account while this one was bought; omitted where each has an account of its own. */
  others: z
    .array(z.strictObject({ seq: z.int().nonnegative(), atMs: milliseconds, amount: z.int() }))
    .readonly()
    .optional(),
  /** How many more exchanges there were than are recorded. */
  unrecorded: z.int().nonnegative(),
  /** What else arrived, and was no request of HTTP: the first of it. */
  unreadable: z
    .array(z.strictObject({ atMs: milliseconds, kind: z.string(), message: z.string() }))
    .max(MOST_UNREADABLE)
    .readonly()
    .optional(),
  /** When the client was killed in the middle of a purchase, and started again; omitted where it was not. */
  crash: z.strictObject({ killedMs: milliseconds, restartedMs: milliseconds }).optional(),
  /** Where nobody said how many cards were to be bought, as at a mock that serves any client; omitted where somebody did. */
  isUnplanned: z.literal(true).optional(),
  /** What the client's process wrote, where the kit started it. No rule reads it. */
  output: outputSchema.optional(),
})

type RecordedTrial = z.infer<typeof trialSchema>

/** One scenario, as one client ran it: all the input of a rule. */
export type Trial = Readonly<Omit<RecordedTrial, 'unrecorded'> & Partial<RecordedTrial>> & {
  readonly scenario: Scenario
  /** The SKU of the scenario in its table, where its card has another: the scenario then has that of the card. */
  readonly own?: string
  /** In the order of their arrival. */
  readonly exchanges: readonly Exchange[]
}

/** What came to the mock over a connection and was no request of HTTP. */
export type Unreadable = NonNullable<Trial['unreadable']>[number]

/** What a report calls the scenario of a trial, and the card that the client saw, where that has another name. */
export function namesOf({ scenario, own }: Pick<Trial, 'scenario' | 'own'>): {
  readonly sku: string
  readonly card?: string
} {
  return own === undefined || own === scenario.sku ? { sku: scenario.sku } : { sku: own, card: scenario.sku }
}

/** How a process ended, to follow what it is. */
export function endWords({ code, signal }: NonNullable<Trial['exit']>): string {
  return code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${code}`
}

const LONGEST = 64

/** A reference, a SKU or a state for a sentence: in quotes, and shortened if it is long. */
export function quoteName(text: string | undefined): string {
  const whole = text ?? ''
  return JSON.stringify(whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1).toWellFormed()}…` : whole)
}
