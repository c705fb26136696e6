import type { Context } from 'hono'
import type { Clock } from '../../contract/clock.ts'
import type { PartialProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { ClauseView } from '../../contract/report/clause-view.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Scenario, ScenarioInput } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Operation, OperationId } from '../../contract/wire/operations.ts'
import type { Partner, PartnerInput, UnknownKeys } from '../../fixtures/partners.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import type { AllowedFrom, ChangedAllowlist } from '../guards/addresses.ts'
import type { Guests } from '../guards/partner-directory.ts'
import type { RateBuckets } from '../guards/token-bucket.ts'
import type { Journal } from '../journal/journal.ts'
import type { Entry } from '../journal/journal-entry.ts'
import type { Redaction } from '../journal/redact-request.ts'
import type { RequestBody, Transport } from '../message/request.ts'
import type { ReportFault } from '../store/outage.ts'
import type { Store } from '../store/store.ts'
import type { ServedHeaders } from './assumptions-header.ts'
import type { Offers } from './offers.ts'
import type { SandboxTimers } from './timers.ts'

/** The state of a mock, as opposed to its settings. */
export type MockState = {
  readonly store: Store
  readonly journal: Journal
  /** The answers that this process delays, by the time of their sandboxes. */
  readonly timers: SandboxTimers
  readonly guests: Guests
  /** By key: the digests that were asked for. */
  readonly digests: Map<string, string>
  /** How many calls each key may still make at once. */
  readonly rates: RateBuckets
  readonly onFault: ReportFault
  /** By key: the allowlists that were changed since the start. */
  readonly allowlists: Map<string, ChangedAllowlist>
  /** The streams of the pages that are open: each function ends one. */
  readonly pages: Set<() => void>
}

/** The options of a mock's state. Everything has a default. */
export type StateOptions = {
  /** Keeps orders, balances and the time of every sandbox; in memory by default. The mock does not close it. */
  readonly store?: Store
  /** The time of everything in the mock. Default: that of the machine. */
  readonly clock?: Clock
  /** How fast the time of every sandbox runs until it is set otherwise; 1 by default. A `store` has its own. */
  readonly speed?: number
  /** Called with a sentence when the mock itself fails, or its store can't be reached. Default: `console.error`. */
  readonly onFault?: ReportFault
}

/** What a mock is made of. Everything has a default. */
export type MockOptions = StateOptions & {
  /** Answers to the gaps that differ from the defaults. */
  readonly profile?: PartialProfile
  /**
   * The ordinary cards, in place of the built-in ones. A card for each scenario is served, too. A card here with the SKU of a scenario
   * is sold in place of the scenario's, at its own price.
   */
  readonly catalogue?: readonly CatalogueProduct[] | undefined
  /** Partners that the mock knows by name, each with its key. Default: four, such as one with a small balance. */
  readonly partners?: readonly PartnerInput[]
  /** Whether any other `pk_test_` key is accepted, too, each as an ordinary partner of its own; by default it is. */
  readonly unknownKeys?: UnknownKeys
  /** The token that a call to `/__mock` needs in `Mock-Admin-Token`. Without one, calls must come from this machine. */
  readonly adminToken?: string | undefined
  /** Scripted behaviours beside the built-in ones, each with a card. One with the SKU of a built-in one replaces it. */
  readonly scenarios?: readonly ScenarioInput[] | undefined
  /** The script of the page at `/__mock/`; without it, there is no page. `serve` has one. */
  readonly pageScript?: () => Promise<string>
  /** Judges what a key did, for `/__mock/judgement`; by default nobody does. */
  readonly judge?: JudgeKey
  /** Writes what a key did as a recording, for `GET /__mock/recording.jsonl`. */
  readonly record?: RecordKey
  /** An existing state; the options of a new state are then ignored. */
  readonly state?: MockState
}

export type Mock = MockState & {
  readonly profile: Profile
  readonly operations: { readonly [Id in OperationId]: Operation }
  readonly partners: readonly Partner[]
  readonly partnerWith: (key: string) => Partner | undefined
  readonly keyIn: (value: string) => string | undefined
  readonly allowedFrom: AllowedFrom
  readonly adminToken: string | null
  /** Whether programs of this machine may call `/__mock` without the token. */
  readonly isOpenHere: boolean
  readonly pageScript: (() => Promise<string>) | undefined
  /** Removes secrets from everything that is recorded or quoted. */
  readonly redaction: Redaction
  readonly servedHeaders: ServedHeaders
  /** The answer to a ping. */
  readonly pong: unknown
  readonly offersFor: (partner: Partner) => Offers
  readonly scenarioOf: (sku: string) => Scenario
  readonly scenarios: readonly Scenario[]
  readonly judge: JudgeKey | undefined
  readonly record: RecordKey | undefined
}

export type MockEnv = {
  Bindings: Transport
  Variables: {
    mock: Mock
    /** What the journal knows of this request. */
    entry: Entry
    /** The operation that it was routed to; undefined if it is none. */
    operation: OperationId | undefined
    body: RequestBody
    /** Whose key it carries. */
    partner: Partner
  }
}

export type MockContext = Context<MockEnv>

/** Ends the streams of every open page: a server can't close while it answers one. */
export function endPages({ pages }: MockState): void {
  for (const end of pages) end()
}

/** What one key did, as far as the journal knows. */
export type KeyHistory = {
  /** In the order of their arrival. */
  readonly exchanges: readonly Exchange[]
  /** How many earlier exchanges are missing. */
  readonly omitted: number
  /** Why they are missing, as sentences. */
  readonly gaps: readonly string[]
  readonly profile: Profile
  /** The scenarios of the cards in them. */
  readonly scenarios: readonly Scenario[]
  /** In minor units. */
  readonly openingBalance: number
  /** When the history ends, in milliseconds since the Unix epoch. */
  readonly endedAt: number
  /** Whether the clock of the key was changed, so that its waits can't be measured. */
  readonly isClockChanged: boolean
}

/** What is seen of one clause that binds clients. */
export type ClauseJudgement = ClauseView & {
  /** `not-observed`: nothing was seen of it yet. */
  readonly verdict: 'kept' | 'broken' | 'not-observed'
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
