import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Scenario, ScenarioInput } from '../../contract/scenario/scenario.ts'
import { authHeaderReader } from '../../contract/wire/auth.ts'
import { type Operation, type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import {
  type Door,
  PARTNERS,
  type Partner,
  type UnknownKeys,
  unknownKeysOf,
} from '../../fixtures/partners.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { type AllowedFrom, allowlists } from '../guards/addresses.ts'
import { type PartnerDirectory, partnerDirectory } from '../guards/partner-directory.ts'
import { adminTokenOf, isHardToGuess } from '../guards/secrets.ts'
import { type CallerOf, trustProxies } from '../guards/trusted-proxies.ts'
import { type Redaction, redactionOf } from '../journal/redact-request.ts'
import { type ServedHeaders, servedHeaders } from './assumptions-header.ts'
import type { JudgeKey, RecordKey } from './judge-port.ts'
import {
  type AnswerBodies,
  answerBodies,
  type Offers,
  offersOfPartners,
  scenariosBySku,
} from './prepared-answers.ts'
import { type MockState, openState, type StateOptions } from './state.ts'

/** What a mock is made of. Everything has a default. */
export type MockOptions = StateOptions & {
  /** Answers to the gaps that differ from the defaults. */
  readonly profile?: PartialProfile
  readonly catalogue?: readonly CatalogueProduct[]
  readonly partners?: readonly Partner[]
  /** Whether any other `pk_test_` key is accepted, too; by default it is. */
  readonly unknownKeys?: UnknownKeys
  /** The earlier name of `unknownKeys`: `open` accepts, `closed` rejects. */
  readonly door?: Door
  /** Addresses and CIDR blocks of proxies whose headers about their callers are trusted; none by default. */
  readonly trustProxy?: readonly string[]
  /** The token that a call to `/__mock` needs in `Mock-Admin-Token`; by default it must come from this machine instead. */
  readonly adminToken?: string | undefined
  readonly scenarios?: readonly ScenarioInput[]
  /** The script of the page at `/__mock/`; without it, there is no page. `serve` has one. */
  readonly pageScript?: () => Promise<string>
  /** Judges what a key did, for `/__mock/judgement`; by default nobody does. */
  readonly judge?: JudgeKey
  /** Writes what a key did as a recording, for `GET /__mock/recording.jsonl`. */
  readonly record?: RecordKey
  /** The state of an earlier mock to continue with; the options of a new state are then ignored. */
  readonly state?: MockState
}

/** The parts of one mock, put together. */
export type Mock = MockState & {
  readonly profile: Profile
  readonly operations: { readonly [Id in OperationId]: Operation }
  readonly partners: readonly Partner[]
  readonly unknownKeys: UnknownKeys
  readonly directory: PartnerDirectory
  /** The key in a value of the auth header. */
  readonly keyIn: (value: string) => string | undefined
  readonly callerOf: CallerOf
  readonly allowedFrom: AllowedFrom
  readonly adminToken: string | null
  /** Whether a key opens its own sandbox at `/__mock` from everywhere: it was issued to a partner, or nobody guesses it. */
  readonly opensOwn: (key: string) => boolean
  readonly pageScript: (() => Promise<string>) | undefined
  /** Removes secrets from everything that is recorded or quoted. */
  readonly redaction: Redaction
  readonly servedHeaders: ServedHeaders
  readonly bodies: AnswerBodies
  readonly offersFor: (partner: Partner) => Offers
  readonly scenarioOf: (sku: string) => Scenario
  /** Every scripted behaviour. */
  readonly scenarios: readonly Scenario[]
  readonly judge: JudgeKey | undefined
  readonly record: RecordKey | undefined
}

/** Each text is searched for the keys of at most this many partners: more would slow every call down. */
const MOST_SEARCHED = 10

/**
 * Puts a mock together from its options.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} when an allowlist or a trusted proxy is not an address, or the admin token is too short.
 */
export function assembleMock(options: MockOptions = {}): Mock {
  const profile = resolveProfile(options.profile ?? {})
  const state = options.state ?? openState(options)
  const { partners = PARTNERS, scenarios = SCENARIOS } = options
  const scenarioOf = scenariosBySku(scenarios)
  const unknownKeys = unknownKeysOf(options)
  const adminToken = adminTokenOf(options.adminToken)
  const keys = partners.length > MOST_SEARCHED ? [] : partners.map(({ key }) => key)
  const ownSecrets = adminToken === null ? keys : [...keys, adminToken]
  return {
    ...state,
    profile,
    operations: operationsOf(profile),
    partners,
    unknownKeys,
    directory: partnerDirectory(partners, state.guests, {
      unknownKeys,
      digestOf: state.store.archive?.digestOf,
    }),
    keyIn: authHeaderReader(profile.auth),
    callerOf: trustProxies(options.trustProxy ?? []),
    allowedFrom: allowlists(partners, state.allowlists),
    adminToken,
    opensOwn: ownRights(partners, unknownKeys),
    pageScript: options.pageScript,
    redaction: redactionOf(profile.auth, ownSecrets),
    servedHeaders: servedHeaders(profile),
    bodies: answerBodies(profile),
    offersFor: offersOfPartners(options.catalogue ?? CATALOGUE, profile),
    scenarioOf,
    get scenarios() {
      return scenarios.map(({ sku }) => scenarioOf(sku))
    },
    judge: options.judge,
    record: options.record,
  }
}

/** The built-in keys are published: they open nothing. */
function ownRights(partners: readonly Partner[], unknownKeys: UnknownKeys): Mock['opensOwn'] {
  const published = new Set(PARTNERS.map(({ key }) => key))
  const issued = new Set(partners.map(({ key }) => key).filter((key) => !published.has(key)))
  return (key) => issued.has(key) || (unknownKeys === 'accept' && isHardToGuess(key))
}
