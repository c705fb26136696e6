import type { ClientOutput, Exit } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'

/** A client that was ended in the middle of a purchase, and started again: milliseconds of the trial's clock. */
export type Crash = { readonly killedMs: number; readonly restartedMs: number }

/** What came to the mock over a connection and was no request of HTTP; milliseconds of the trial's clock. */
export type Unreadable = { readonly atMs: number; readonly kind: string; readonly message: string }

/** A trial at a real service, by a proxy. */
export type TrialTarget = {
  readonly baseUrl: string
  /** The card that was bought there, and its price in minor units; null where it could not be read. */
  readonly sku: string
  readonly price: number | null
  /** Why it says nothing of the client, as a sentence; null where it does. */
  readonly incomplete: string | null
}

/** One scenario, as one client ran it: all the input of a rule. */
export type Trial = {
  readonly scenario: Scenario
  /** The SKU of the scenario in its table, where its card has another: the scenario then has that of the card. */
  readonly own?: string
  /** In the order of their arrival. Times are of one monotonic clock, in milliseconds. */
  readonly exchanges: readonly Exchange[]
  /** When the client was started, and when the recording ended, by the same clock. */
  readonly beganMs: number
  readonly endedMs: number
  /** How the client's process ended; null where the kit did not start it. */
  readonly exit: Exit | null
  /** In minor units of the profile's currency; null where nobody knows it, as of a real service. */
  readonly openingBalance: number | null
  /** The real service that its requests went to, and what was bought there. Default: the mock, and the scenario's card. */
  readonly target?: TrialTarget
  /** How many more exchanges there were than are recorded. Default: none. */
  readonly unrecorded?: number
  /** What else arrived that was no request; the first of it. Default: nothing. */
  readonly unreadable?: readonly Unreadable[]
  /** Where the client was ended and started again. */
  readonly crash?: Crash
  /** What the client's process wrote. No rule reads it. */
  readonly output?: ClientOutput
}

/** What a report calls the scenario of a trial, and the card that the client saw, where that has another name. */
export function namesOf({ scenario, own }: Pick<Trial, 'scenario' | 'own'>): {
  readonly sku: string
  readonly card?: string
} {
  return own === undefined ? { sku: scenario.sku } : { sku: own, card: scenario.sku }
}

/** A scenario of the table as it is run at a real service: with a real card, whose course nobody scripts. */
export function atTarget(
  scenario: Scenario,
  { sku, price }: Pick<TrialTarget, 'sku' | 'price'>,
): Required<Pick<Trial, 'scenario' | 'own'>> {
  const { laterCourse: _, ...rest } = scenario
  const course = { processing: [], settles: 'success' } as const
  return { scenario: { ...rest, sku, price: price ?? scenario.price, course }, own: scenario.sku }
}
