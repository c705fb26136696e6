import { type Clock, systemClock } from '../../contract/clock.ts'
import type { JournalBounds } from '../../contract/wire/dropped.ts'
import type { ChangedAllowlist } from '../guards/addresses.ts'
import { Guests } from '../guards/partner-directory.ts'
import { type RateBuckets, rateBuckets } from '../guards/token-bucket.ts'
import { Journal } from '../journal/journal.ts'
import { type Archiving, archiveJournal } from '../journal/keep-archive.ts'
import { memoryStore } from '../store/memory-store.ts'
import { type ReportFault, reportToConsole } from '../store/outage.ts'
import type { Store } from '../store/store.ts'
import { timedStore } from '../store/timed-store.ts'
import { type Retention, retention } from './retention.ts'
import { type SandboxTimers, sandboxTimers } from './timers.ts'

/** The state of a mock, as opposed to its settings: it is kept when the profile changes. */
export type MockState = {
  readonly store: Store
  readonly journal: Journal
  /** Where the journal is archived, if the store does that. */
  readonly archiving: Archiving | undefined
  /** The answers that this process delays, by the time of their sandboxes. */
  readonly timers: SandboxTimers
  readonly guests: Guests
  /** Forgets the keys that nobody uses, if the mock does that. */
  readonly retention: Retention | undefined
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
  /** Where orders, balances and the time of every sandbox are kept; in memory by default. The mock does not close it. */
  readonly store?: Store
  readonly clock?: Clock
  /** How fast the time of every sandbox runs until it is set otherwise; 1 by default. A `store` has its own. */
  readonly speed?: number
  /** How much the journal keeps; of each key 2,000 exchanges and 4 MiB, of all 64 MiB by default. A `store` has its own. */
  readonly journal?: Partial<JournalBounds>
  /** How long nobody must have used a key for it to be forgotten, in milliseconds; none is by default. */
  readonly forgetAfterMs?: number | undefined
  /** Called with a sentence when the mock itself fails, or its store can't be reached. Default: `console.error`. */
  readonly onFault?: ReportFault
}

/** A new state, with what its store has kept. */
export function openState(options: StateOptions = {}): MockState {
  const { clock = systemClock, speed = 1 } = options
  const given = options.store ?? memoryStore({ clock, speed })
  const journal = new Journal(clock, options.journal, given.archive?.firstSeq)
  const store = timedStore(given, journal.tally)
  const [guests, rates, allowlists] = [new Guests(), rateBuckets(), new Map<string, ChangedAllowlist>()]
  const onFault = options.onFault ?? reportToConsole
  const forgetHere = (key: string, partner: string) => {
    journal.release(partner)
    guests.delete(key)
    rates.reset(key)
    allowlists.delete(key)
  }
  const { forgetAfterMs } = options
  const isForgetting = forgetAfterMs !== undefined
  return {
    store,
    journal,
    archiving: store.archive && archiveJournal(journal, store.archive),
    timers: sandboxTimers(store, clock),
    guests,
    retention: isForgetting ? retention({ store, clock, forgetAfterMs }, forgetHere, onFault) : undefined,
    rates,
    onFault,
    allowlists,
    pages: new Set(),
  }
}

/** Ends the streams of every open page: a server can't close while it answers one. */
export function endPages({ pages }: MockState): void {
  for (const end of pages) end()
}
