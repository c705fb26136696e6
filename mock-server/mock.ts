import { type Clock, systemClock } from '../contract/clock.ts'
import { type Operation, type OperationId, operationsOf } from '../contract/operations.ts'
import { type PartialProfile, resolveProfile } from '../contract/parse-profile.ts'
import type { Profile } from '../contract/profile.ts'
import type { Course, ScenarioInput } from '../contract/scenario.ts'
import { CATALOGUE } from '../fixtures/catalogue.ts'
import { PARTNERS, type Partner } from '../fixtures/partners.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { Journal, type JournalBounds } from './journal.ts'
import { memoryStore } from './memory-store.ts'
import { type PartnerDirectory, partnerDirectory } from './partner-directory.ts'
import { courses, type Shelf, shelves } from './shelf.ts'
import type { Store } from './store.ts'
import { type WorldClocks, worldClocks } from './world-clocks.ts'

/** What a mock is made of. Everything has a default. */
export type MockOptions = {
  /** Answers to the gaps that differ from the defaults. */
  readonly profile?: PartialProfile
  readonly catalogue?: readonly CatalogueProduct[]
  readonly partners?: readonly Partner[]
  readonly scenarios?: readonly ScenarioInput[]
  /** Where orders and balances are kept; in memory by default. */
  readonly store?: Store
  readonly clock?: Clock
  /** How much the journal keeps; 10,000 exchanges and 16 MiB by default. */
  readonly journal?: JournalBounds
}

/** The parts of one mock, put together. */
export type Mock = {
  readonly profile: Profile
  readonly operations: { readonly [Id in OperationId]: Operation }
  readonly store: Store
  readonly journal: Journal
  readonly clocks: WorldClocks
  readonly partners: readonly Partner[]
  readonly directory: PartnerDirectory
  readonly shelfOf: (partner: Partner) => Shelf
  readonly courseOf: (sku: string) => Course
}

/**
 * Puts a mock together from its options.
 *
 * @throws {ProfileError} when the profile can't be used.
 */
export function assembleMock(options: MockOptions = {}): Mock {
  const profile = resolveProfile(options.profile ?? {})
  const clock = options.clock ?? systemClock
  const partners = options.partners ?? PARTNERS
  return {
    profile,
    operations: operationsOf(profile),
    store: options.store ?? memoryStore(),
    journal: new Journal(clock, options.journal),
    clocks: worldClocks(clock),
    partners,
    directory: partnerDirectory(partners),
    shelfOf: shelves(options.catalogue ?? CATALOGUE, profile),
    courseOf: courses(options.scenarios ?? SCENARIOS),
  }
}
