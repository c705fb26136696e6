import * as z from 'zod'
import { CLIENT_CLAUSES } from '../reference/client-clauses.ts'
import { SERVER_CLAUSES } from '../reference/server-clauses.ts'
import { faultSchema } from '../wire/fault.ts'

const CLAUSE_IDS = [...Object.keys(SERVER_CLAUSES), ...Object.keys(CLIENT_CLAUSES)]

const seconds = (fits: string, least: number) => z.number(fits).min(least, fits).max(86_400, fits)
const sentence = (fits: string) => z.string(fits).min(1, fits).max(300, fits)

const PHASE = 'a number of seconds, above 0 and at most 86400'

/** A stretch of time in which an order is `PROCESSING`, and asks to be polled so often. */
const phase = z.strictObject({
  forSeconds: seconds(PHASE, 0.001),
  pollAfterSeconds: seconds('a number of seconds from 0 to 86400', 0),
})

const SETTLES = '"success", "failure" or an object such as {"state": "ON_HOLD"}'

const STATE = 'a state of 1 to 64 letters, digits, blanks, _ or -, and not PROCESSING'

/** How an order ends: in the first such state of the profile, or in an undocumented one. */
const ending = z.union(
  [
    z.enum(['success', 'failure']),
    z.strictObject({ state: z.string(STATE).regex(/^(?!PROCESSING$)[A-Za-z0-9_ -]{1,64}$/, STATE) }),
  ],
  SETTLES,
)

/** The course of an order, as a function of time: its phases one after another, then its ending. */
const course = z.strictObject({
  processing: z.array(phase, 'a list of phases such as {"forSeconds": 2, "pollAfterSeconds": 1}').readonly(),
  settles: ending,
  /** How long the lookup does not know the order yet, where it does not at once. */
  hiddenForSeconds: seconds('a number of seconds from 0 to 86400', 0).optional(),
})

const CLAUSE = 'the id of a clause, as `clauses` lists them'
const clause = z.string(CLAUSE).refine((id) => CLAUSE_IDS.includes(id), CLAUSE)

/** When a client is killed and started again. */
const RESTARTS = ['unanswered', 'processing'] as const

/** A scripted behaviour of the mock, as a scenario file holds it. Every message says what fits. */
export const scenarioSchema = z.strictObject({
  sku: z
    .string('a SKU of 1 to 64 characters')
    .min(1, 'a SKU of 1 to 64 characters')
    .max(64, 'a SKU of 1 to 64 characters'),
  name: sentence('a short name'),
  /** One sentence for humans. */
  story: sentence('one sentence for humans'),
  clauses: z.array(clause, 'a list of the ids of clauses').readonly().default([]),
  /** What the card costs, in minor units of the profile's currency. */
  price: z
    .int('a whole number of minor units, at least 1')
    .min(1, 'a whole number of minor units, at least 1')
    .default(2500),
  course,
  /** The course of every order of this card after the first, if it differs. */
  laterCourse: course.optional(),
  faults: z.array(faultSchema, 'a list of faults, each with at and does').readonly().default([]),
  /** Whether the answers about this card carry undocumented fields. */
  extraFields: z.boolean('true or false').default(false),
  /** Whether the key that buys this card is valid no longer once the order is recorded. */
  revokesKey: z.boolean('true or false').default(false),
  /**
   * When a client that is certified is killed, and started again with the same order to buy: before its purchase was
   * answered, or while the order is `PROCESSING`. It is not, where it is left out.
   */
  restarts: z.enum(RESTARTS, `one of ${RESTARTS.join(', ')}`).optional(),
  /** How many of it a client is asked to buy when it is certified. */
  purchases: z.union([z.literal(1), z.literal(2)], '1 or 2').default(1),
})

/** A scripted behaviour of the mock. A client picks it by the SKU that it buys. */
export type Scenario = z.infer<typeof scenarioSchema>
/** A scenario as it is written: what has a default may be left out. */
export type ScenarioInput = z.input<typeof scenarioSchema>
/** The course of an order, as a function of time. */
export type Course = Scenario['course']
/** A stretch of time in which an order is `PROCESSING`. */
export type ProcessingPhase = Course['processing'][number]
/** How an order ends. */
export type Ending = Course['settles']
