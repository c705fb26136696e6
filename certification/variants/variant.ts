import type { Profile } from '../../contract/profile/profile.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import type { Course } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { AnswerChange } from './wire-answer.ts'

/**
 * Another answer to something that the reference does not show. Every documented fact holds in it, so that no client
 * breaks a clause by not bearing it; one that does not bear it depends on an assumption. What a client has to know
 * before it can call or read at all (how the key is sent, the lookup, where a document has what) is none of these.
 */
export type Variant = {
  readonly id: string
  /** The gaps that it answers otherwise; none where the reference does not even touch them. */
  readonly gaps: readonly GapId[]
  /** What is different, as a sentence. */
  readonly change: string
  /** Where a client reads it: what follows "it is read in". */
  readonly readAt: string
  /** The SKUs of the scenarios that show it. */
  readonly scenarios: readonly string[]
  /** What the service answers by instead, where a profile can say it. */
  readonly profile?: Profile
  /** What becomes of an order instead. */
  readonly course?: (course: Course) => Course
  /** What becomes of each answer, where no profile can say it. */
  readonly answers?: AnswerChange
  /** Whether a client that made this exchange has met what is different, by what was decided to be answered. */
  readonly isMet: (exchange: Exchange) => boolean
}

/** The scenarios that variants are shown in: short ones, in which a client does what it always does. */
export const SHOWN_IN = {
  atOnce: 'SCENARIO-AT-ONCE',
  processing: 'SCENARIO-PROCESSING',
  fails: 'SCENARIO-FAILS',
  unavailable: 'SCENARIO-UNAVAILABLE',
  rateLimited: 'SCENARIO-RATE-LIMITED',
  lookupLate: 'SCENARIO-LOOKUP-LATE',
  withdrawn: 'SCENARIO-WITHDRAWN',
  tooDear: 'SCENARIO-TOO-DEAR',
  keyRevoked: 'SCENARIO-KEY-REVOKED',
} as const
