import * as z from 'zod/mini'
import { CLIENT_CLAUSES } from '../reference/client-clauses.ts'
import { SERVER_CLAUSES } from '../reference/server-clauses.ts'
import { faultSchema } from '../wire/fault.ts'

const CLAUSE_IDS = [...Object.keys(SERVER_CLAUSES), ...Object.keys(CLIENT_CLAUSES)]

const seconds = (fits: string, least: number) =>
  z.number(fits).check(z.minimum(least, fits), z.maximum(86_400, fits))
const text = (fits: string, most: number) =>
  z.string(fits).check(z.minLength(1, fits), z.maxLength(most, fits))

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
    z.strictObject({ state: z.string(STATE).check(z.regex(/^(?!PROCESSING$)[A-Za-z0-9_ -]{1,64}$/, STATE)) }),
  ],
  SETTLES,
)

/** The course of an order, as a function of time: its phases one after another, then its ending. */
const course = z.strictObject({
  processing: z.readonly(z.array(phase, 'a list of phases such as {"forSeconds": 2, "pollAfterSeconds": 1}')),
  settles: ending,
  /** How long the lookup does not know the order yet, where it does not at once. */
  hiddenForSeconds: z.optional(seconds('a number of seconds from 0 to 86400', 0)),
})

const CLAUSE = 'the id of a clause, as `clauses` lists them'
const clause = z.string(CLAUSE).check(z.refine((id) => CLAUSE_IDS.includes(id), CLAUSE))

const PRICE = 'a whole number of minor units, at least 1'

const RESTARTS = ['unanswered', 'processing'] as const

/** A scripted behaviour of the mock, as a scenario file holds it. Every message says what fits. */
export const scenarioSchema = z.strictObject({
  sku: text('a SKU of 1 to 64 characters', 64),
  name: text('a short name', 300),
  /** One sentence for humans. */
  story: text('one sentence for humans', 300),
  clauses: z._default(z.readonly(z.array(clause, 'a list of the ids of clauses')), []),
  /** What the card costs, in minor units of the profile's currency. */
  price: z._default(z.int(PRICE).check(z.minimum(1, PRICE)), 2500),
  course,
  /** The course of every order of this card after the first, if it differs. */
  laterCourse: z.optional(course),
  faults: z._default(z.readonly(z.array(faultSchema, 'a list of faults, each with at and does')), []),
  /** Whether the answers about this card carry undocumented fields. */
  extraFields: z._default(z.boolean('true or false'), false),
  /** Whether the key that buys this card is valid no longer once the order is recorded. */
  revokesKey: z._default(z.boolean('true or false'), false),
  /**
   * When a client that is certified is killed, and started again with the same order to buy: before its purchase was
   * answered, or while the order is `PROCESSING`. It is not, where it is left out.
   */
  restarts: z.optional(z.enum(RESTARTS, `one of ${RESTARTS.join(', ')}`)),
  /** How many of it a client is asked to buy when it is certified. */
  purchases: z._default(z.union([z.literal(1), z.literal(2)], '1 or 2'), 1),
})

/** A scripted behaviour of the mock. A client picks it by the SKU that it buys. */
export type Scenario = z.infer<typeof scenarioSchema>
/** A scenario as it is written: what has a default may be left out. */
export type ScenarioInput = z.input<typeof scenarioSchema>
/** The course of an order, as a function of time. */
export type Course = Scenario['course']
/** How an order ends. */
export type Ending = Course['settles']
