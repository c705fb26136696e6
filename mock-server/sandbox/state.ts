import { type Clock, systemClock } from '../../contract/clock.ts'
import type { JournalBounds } from '../../contract/wire/dropped.ts'
import type { ChangedAllowlist } from '../guards/addresses.ts'
import { Guests } from '../guards/partner-directory.ts'
import { type RateBuckets, rateBuckets } from '../guards/token-bucket.ts'
import { Journal } from '../journal/journal.ts'
import { type Archiving, archiveJournal } from '../journal/keep-archive.ts'
import { memoryStore } from '../store/memory-store.ts'
import { type ReportFault, reportToConsole } from '../store/outage.ts'
import { chain, type MaybePromise, type Store, StoreUnavailableError } from '../store/store.ts'
import { timedStore } from '../store/timed-store.ts'
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

/** Forgets the keys that nobody has used for a while, with everything of them, here and in the store. */
type Retention = {
  /** Forgets a key here, if it was last used here so long ago. To be called before its partner is looked up. */
  expire(key: string): void
  /**
   * Notes that a key is used. If it was last used too long ago, also elsewhere, it is new when this resolves. Now and then
   * it begins to forget others.
   */
  use(key: string, partner: string): MaybePromise<void>
}

type RetentionOptions = {
  readonly store: Store
  readonly clock: Clock
  /** How long nobody must have used a key; it may take a tenth longer. */
  readonly forgetAfterMs: number
}

/** After this share of the time, a use is noted again in the store: of most calls nothing is written. */
const NOTED_SHARE = 0.1
/** After this share of the time, keys that nobody uses are looked for. */
const SWEPT_SHARE = 0.05
/** Between two steps of forgetting, in which calls are answered. */
const PAUSE_MS = 5

/**
 * Keys are forgotten by the time of the store, so that replicas agree; what a process holds of a key, by its own.
 *
 * @param forgetHere forgets what this process holds of a key.
 */
function retention(
  { store, clock, forgetAfterMs }: RetentionOptions,
  forgetHere: (key: string, partner: string) => void,
  onFault: ReportFault,
): Retention {
  const noted = new Map<string, { readonly at: number; readonly partner: string }>()
  let sweptAt = Number.NEGATIVE_INFINITY
  let isSweeping = false
  const idleMs = forgetAfterMs * (1 + NOTED_SHARE)
  const expire = (key: string): void => {
    const last = noted.get(key)
    if (last === undefined || clock.now() - last.at < idleMs) return
    noted.delete(key)
    forgetHere(key, last.partner)
  }
  const sweep = async () => {
    // The longest unused stand first: each that is noted again moves to the end.
    for (const [key, { at }] of noted) {
      if (clock.now() - at < idleMs) break
      expire(key)
    }
    try {
      while (await store.uses.forgetIdle(idleMs))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    } catch (cause) {
      // Where the store is away, the next one goes on; calls report that.
      if (!(cause instanceof StoreUnavailableError))
        onFault(`partner-purchase mock: a key that nobody uses could not be forgotten: ${cause}`)
    }
  }
  return {
    expire,
    use(key, partner) {
      const now = clock.now()
      if (!isSweeping && now - sweptAt >= forgetAfterMs * SWEPT_SHARE) {
        isSweeping = true
        sweptAt = now
        void sweep().finally(() => {
          isSweeping = false
        })
      }
      const last = noted.get(key)
      if (last !== undefined && now - last.at < forgetAfterMs * NOTED_SHARE) return
      return chain(store.uses.note(key, partner, idleMs), () => {
        noted.delete(key)
        noted.set(key, { at: now, partner })
      })
    },
  }
}
