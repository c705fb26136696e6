import { type Clock, systemClock } from '../contract/clock.ts'
import { Journal, type JournalBounds } from './journal.ts'
import { memoryStore } from './memory-store.ts'
import { type RateBuckets, rateBuckets } from './rate-buckets.ts'
import type { Store } from './store.ts'
import { type WorldClocks, worldClocks } from './world-clocks.ts'

/** What a mock remembers, as opposed to what it goes by: it outlives a change of the profile. */
export type MockState = {
  readonly store: Store
  readonly journal: Journal
  readonly clocks: WorldClocks
  /** The ids of the partners that are known by nothing but their keys, by key. */
  readonly guests: Map<string, string>
  /** How many calls each key may still make at once. */
  readonly rates: RateBuckets
}

/** What a mock's memory is made of. Everything has a default. */
export type StateOptions = {
  /** Where orders and balances are kept; in memory by default. */
  readonly store?: Store
  readonly clock?: Clock
  /** How fast the time of every world runs until it is set otherwise; 1 by default. */
  readonly speed?: number
  /** How much the journal keeps; 10,000 exchanges and 16 MiB by default. */
  readonly journal?: JournalBounds
}

/** A memory that nothing has happened in yet. */
export function openState({ store, clock = systemClock, speed, journal }: StateOptions = {}): MockState {
  return {
    store: store ?? memoryStore(),
    journal: new Journal(clock, journal),
    clocks: worldClocks(clock, speed),
    guests: new Map(),
    rates: rateBuckets(),
  }
}
