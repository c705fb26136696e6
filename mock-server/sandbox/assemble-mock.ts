import { systemClock } from '../../contract/clock.ts'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { authHeaderReader } from '../../contract/wire/auth.ts'
import { documentOf } from '../../contract/wire/json-pointer.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { PARTNERS, wholePartner } from '../../fixtures/partners.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { allowlists } from '../guards/addresses.ts'
import { partnerDirectory } from '../guards/partner-directory.ts'
import { adminTokenOf } from '../guards/secrets.ts'
import { RateBuckets } from '../guards/token-bucket.ts'
import { Journal } from '../journal/journal.ts'
import { redactionOf } from '../journal/redact-request.ts'
import { memoryStore } from '../store/memory-store.ts'
import { reportToConsole } from '../store/outage.ts'
import { servedHeaders } from './assumptions-header.ts'
import type { Mock, MockOptions, MockState, StateOptions } from './mock.ts'
import { offersOfPartners, scenariosBySku } from './offers.ts'
import { sandboxTimers } from './timers.ts'

/** A new state over a store. */
export function openState(options: StateOptions = {}): MockState {
  const { clock = systemClock, speed = 1 } = options
  const store = options.store ?? memoryStore({ clock, speed })
  return {
    store,
    journal: new Journal(clock),
    timers: sandboxTimers(store, clock),
    guests: new Map(),
    digests: new Map(),
    rates: new RateBuckets(),
    onFault: options.onFault ?? reportToConsole,
    allowlists: new Map(),
    pages: new Set(),
  }
}

/** With more partners than this, no text is searched for their keys: that would slow every call down. */
const MOST_SEARCHED = 10

/** The options of a mock that serves these cards and scenarios, and no others. */
type WholeOptions = Omit<MockOptions, 'scenarios'> & { readonly scenarios?: readonly Scenario[] }

/**
 * Puts a mock together from its options.
 *
 * @param isOnLoopback whether it is known to listen on this machine alone. A mock without a token serves nobody else.
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} when an allowlist holds no address, or the admin token is too short.
 */
export function assembleMock(
  options: WholeOptions = {},
  isOnLoopback = options.adminToken === undefined,
): Mock {
  const profile = resolveProfile(options.profile ?? {})
  const state = options.state ?? openState(options)
  const { unknownKeys = 'accept', scenarios = SCENARIOS } = options
  const partners = (options.partners ?? PARTNERS).map(wholePartner)
  const scenarioOf = scenariosBySku(scenarios)
  const adminToken = adminTokenOf(options.adminToken)
  const keys = partners.length > MOST_SEARCHED ? [] : partners.map(({ key }) => key)
  const ownSecrets = adminToken === null ? keys : [...keys, adminToken]
  return {
    ...state,
    profile,
    operations: operationsOf(profile),
    partners,
    partnerWith: partnerDirectory(partners, state.guests, unknownKeys, state.store.digestOf),
    keyIn: authHeaderReader(profile.auth),
    allowedFrom: allowlists(partners, state.allowlists),
    adminToken,
    isOpenHere: isOnLoopback,
    pageScript: options.pageScript,
    redaction: redactionOf(profile.auth, ownSecrets),
    servedHeaders: servedHeaders(profile),
    pong: documentOf([
      [profile.ping.status, 'ok'],
      [profile.ping.mode, 'TEST'],
    ]),
    offersFor: offersOfPartners(options.catalogue ?? CATALOGUE, profile),
    scenarioOf,
    scenarios,
    judge: options.judge,
    record: options.record,
  }
}
