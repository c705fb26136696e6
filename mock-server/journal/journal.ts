import type { Clock } from '../../contract/clock.ts'
import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JournalFilter, matches } from './filter.ts'
import { Entry, type Keeper } from './journal-entry.ts'
import type { RawHead, Redaction } from './redact-request.ts'

/** Called whenever more is known of an exchange, with a snapshot that does not change. */
export type JournalListener = (exchange: Exchange, isComplete: boolean) => void

/** Above these limits the oldest exchanges are dropped: those of one key, or of all. */
export const MOST_OF_KEY = 2_000
export const MOST_OF_ALL = 20_000
/** How many removed exchanges the list may hold before it is rebuilt. */
const MOST_GONE = 10_000

/** The exchanges of one key, and what was dropped of them. All calls without an accepted key count as one key. */
type KeyEntries = {
  readonly entries: Entry[]
  /** Times are milliseconds since the Unix epoch. */
  dropped: { count: number; readonly from: number; to: number } | undefined
}

/** The latest exchanges of each key and of all, in the order of their arrival. */
export class Journal implements Keeper {
  readonly beganAt: number
  readonly #clock: Clock
  /** In the order of their arrival, with some that are gone. */
  #all: Entry[] = []
  /** All before this index are gone. */
  #first = 0
  #kept = 0
  #arrived = 0
  /** The headers of the latest request. Most requests have the same as the one before, and share its list. */
  #headers: readonly string[] = []
  readonly #byKey = new Map<string | null, KeyEntries>()
  /** For each partner that was reset, the first `seq` that counts. */
  readonly #forgottenBefore = new Map<string, number>()
  readonly #listeners = new Set<JournalListener>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.beganAt = clock.now()
  }

  arrive({ method, target, rawHeaders }: RawHead, redaction: Redaction): Entry {
    const head = { method, target, rawHeaders: this.#shared(rawHeaders) }
    const entry = new Entry(this, this.#arrived++, head, redaction)
    this.#all.push(entry)
    this.#kept += 1
    if (this.#kept > MOST_OF_ALL) this.#drop(this.#oldest() ?? entry)
    if (this.#all.length > this.#kept + MOST_GONE) {
      this.#all = this.#all.filter(({ isGone }) => !isGone)
      this.#first = 0
    }
    return entry
  }

  /** The exchanges of one partner, or of all, oldest first. */
  entries(partner?: string): readonly Exchange[] {
    const kept = partner === undefined ? this.after(-1) : (this.#byKey.get(partner)?.entries ?? [])
    return kept.map(({ exchange }) => exchange)
  }

  /** What was dropped of a partner since its last reset, or of all. */
  dropped(partner?: string): Dropped | null {
    const keys = partner === undefined ? [...this.#byKey.values()] : [this.#byKey.get(partner)]
    const found = keys.flatMap((key) => key?.dropped ?? [])
    if (found.length === 0) return null
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      from: new Date(Math.min(...found.map(({ from }) => from))).toISOString(),
      to: new Date(Math.max(...found.map(({ to }) => to))).toISOString(),
    }
  }

  /** The number of the latest exchange; before any, -1. */
  get latest(): number {
    return this.#arrived - 1
  }

  /** The entries after one, oldest first. */
  after(seq: number): readonly Entry[] {
    const first = this.#all.findLastIndex((entry) => entry.seq <= seq) + 1
    return this.#all.slice(first).filter(({ isGone }) => !isGone)
  }

  /** For each partner that was reset: its exchanges with a lower `seq` are gone. */
  get forgotten(): ReadonlyMap<string, number> {
    return this.#forgottenBefore
  }

  /** Removes every exchange of a partner so far, also those under way. */
  forget(partner: string): void {
    this.#forgottenBefore.set(partner, this.#arrived)
    for (const entry of this.#byKey.get(partner)?.entries ?? []) this.#remove(entry)
    this.#byKey.delete(partner)
  }

  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Milliseconds since the journal began, of the monotonic clock that its exchanges are timed by. */
  elapsedMs(): number {
    return this.#clock.now() - this.beganAt
  }

  /** Lists an exchange under its key, by arrival: its key may be known later than that of a call after it. */
  identified(entry: Entry): void {
    if (entry.isGone) return
    const { partner, seq } = entry
    if (partner !== null && seq < (this.#forgottenBefore.get(partner) ?? 0)) {
      this.#remove(entry)
      return
    }
    const { entries } = this.#entriesOf(partner)
    const place = entries.findLastIndex((other) => other.seq < seq) + 1
    if (place === entries.length) entries.push(entry)
    else entries.splice(place, 0, entry)
    if (entries.length > MOST_OF_KEY) this.#drop(entries[0] ?? entry)
  }

  changed(entry: Entry): void {
    for (const listener of this.#listeners) safely(() => listener(entry.exchange, entry.isComplete))
  }

  #oldest(): Entry | undefined {
    while (this.#all[this.#first]?.isGone) this.#first += 1
    return this.#all[this.#first]
  }

  #shared(headers: readonly string[]): readonly string[] {
    const latest = this.#headers
    if (headers.length !== latest.length || headers.some((text, place) => text !== latest[place]))
      this.#headers = headers
    return this.#headers
  }

  #entriesOf(key: string | null): KeyEntries {
    const known = this.#byKey.get(key) ?? { entries: [], dropped: undefined }
    this.#byKey.set(key, known)
    return known
  }

  #drop(entry: Entry): void {
    const key = this.#entriesOf(entry.partner)
    // Mostly it is the first, and a shift takes a tenth of the time.
    if (key.entries[0] === entry) key.entries.shift()
    else if (key.entries.includes(entry)) key.entries.splice(key.entries.indexOf(entry), 1)
    key.dropped ??= { count: 0, from: entry.arrivedAt, to: entry.arrivedAt }
    key.dropped.count += 1
    key.dropped.to = Math.max(key.dropped.to, entry.arrivedAt)
    this.#remove(entry)
  }

  #remove(entry: Entry): void {
    entry.isGone = true
    this.#kept -= 1
  }
}

function safely(report: () => void): void {
  try {
    report()
  } catch (fault) {
    queueMicrotask(() => {
      throw fault
    })
  }
}

export type Awaited = { readonly isThere: boolean; readonly exchanges: readonly Exchange[] }

/** Waits until enough exchanges match a filter, at most `timeoutMs` of real time: no clock of a key affects it. */
export function waitForExchanges(
  journal: Journal,
  filter: JournalFilter,
  { count, timeoutMs, signal }: { count: number; timeoutMs: number; signal?: AbortSignal },
): Promise<Awaited> {
  const ending = Promise.withResolvers<Awaited>()
  const look = (isOver: boolean) => {
    const exchanges = journal.entries(filter.partner).filter((exchange) => matches(exchange, filter))
    const isThere = exchanges.length >= count
    if (isThere || isOver) ending.resolve({ isThere, exchanges })
  }
  const end = () => look(true)
  const stop = journal.listen((exchange) => {
    if (matches(exchange, filter)) look(false)
  })
  const timer = setTimeout(end, timeoutMs)
  signal?.addEventListener('abort', end)
  look(signal?.aborted === true)
  return ending.promise.finally(() => {
    stop()
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  })
}
