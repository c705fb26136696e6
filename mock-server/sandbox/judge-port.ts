import type { Profile } from '../../contract/profile/profile.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

/** What one key did, as far as the journal has it. */
export type KeyHistory = {
  /** In the order of their arrival. */
  readonly exchanges: readonly Exchange[]
  /** How many earlier ones are left out. */
  readonly omitted: number
  /** Why, as sentences; none where nothing is left out, or nobody knows why. */
  readonly gaps?: readonly string[]
  readonly profile: Profile
  /** The scenarios of the cards in them. */
  readonly scenarios: readonly Scenario[]
  /** In minor units. */
  readonly openingBalance: number | null
  /** When the history ends, in milliseconds since the Unix epoch. */
  readonly endedAt: number
  /** Whether the clock of the key was changed, so that its waits can't be measured. */
  readonly isClockChanged: boolean
}

/** What is seen of one clause that binds clients. */
export type ClauseJudgement = {
  readonly id: string
  readonly level: 'must' | 'should'
  readonly section: string
  readonly text: string
  /** `not-observed`: nothing was seen of it yet. */
  readonly verdict: 'kept' | 'broken' | 'not-observed'
  /** Why, as a sentence; null where it is kept. */
  readonly message: string | null
  /** The exchanges that broke it, by their `seq`, in the order of their arrival. */
  readonly breaks: readonly number[]
  /** What the first of them costs, its usual cause and the smallest fix; null where it is not broken. */
  readonly lesson: Omit<Lesson, 'command'> | null
  /** When the first of them arrived, as in `at`; null where it is not broken. */
  readonly brokenAt: string | null
}

/** Judges what a key did by the clauses that bind clients. The mock itself knows no rule: its starter passes one in. */
export type JudgeKey = (history: KeyHistory) => Promise<readonly ClauseJudgement[]>

/**
 * Writes what a key did as a recording that `partner-purchase judge` reads.
 *
 * @returns undefined where nothing was bought: there is nothing to judge.
 */
export type RecordKey = (history: KeyHistory, baseUrl: string) => Promise<string | undefined>
