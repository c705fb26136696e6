import type { Clock } from '../../contract/clock.ts'
import { countWhile } from '../../contract/text/count-while.ts'
import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JournalFilter, matches } from './filter.ts'
import { Entry, type Keeper, type KeyEntries } from './journal-entry.ts'
import type { RawHead, Redaction } from './redact-request.ts'

/** Called when something becomes known of an exchange, and when it is complete, with a snapshot that does not change. */
export type JournalListener = (exchange: Exchange, isComplete: boolean) => void

/** An exchange as it is kept: more may become known of it. Its full form is the same object until then. */
export type KeptExchange = Readonly<Pick<Entry, 'seq' | 'partner' | 'isComplete' | 'exchange'>>

/** Above one of these bounds, the oldest exchanges are dropped: of a key, or of all. */
export const MOST_OF_KEY = 2_000
export const MOST_OF_ALL = 20_000
export const MOST_BYTES = 64 * 1024 * 1024

/** Every exchange in the order of its arrival, the latest of each key and of all. */
export class Journal implements Keeper {
  readonly beganAt: number
  readonly #clock: Clock
  /** Those that are kept in the order of their arrival, each at its place; where one was dropped, its number. */
  #all: (Entry | number)[] = []
  /** Nothing is kept at any place before this one. */
  #first = 0
  #kept = 0
  #bytes = 0
  #arrived = 0
  /** Those of the latest request: most have the same as the one before, and share them. */
  #headers: readonly string[] = []
  readonly #byKey = new Map<string | null, KeyEntries>()
  /** By partner that was reset: the first sequence number that counts. */
  readonly #forgottenBefore = new Map<string, number>()
  readonly #listeners = new Set<JournalListener>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.beganAt = clock.now()
  }

  arrive(head: RawHead, redaction: Redaction): Entry {
    const entry = new Entry(this, this.#arrived++, head, redaction)
    entry.place = this.#all.push(entry) - 1
    this.#kept += 1
    this.#bytes += entry.bytes
    this.#fit()
    if (this.#all.length > 2 * this.#kept + SPARE_NUMBERS) this.#closeGaps()
    return entry
  }

  /** What is kept, oldest first: of one partner, or of all. */
  entries(partner?: string): readonly Exchange[] {
    const kept = partner === undefined ? this.#all.filter(isEntry) : (this.#byKey.get(partner)?.entries ?? [])
    return kept.map(({ exchange }) => exchange)
  }

  /** What was dropped of a partner since it was last reset; of all without one. */
  dropped(partner?: string): Dropped | null {
    const keys = partner === undefined ? this.#byKey.values() : [this.#byKey.get(partner)]
    let [count, from, to] = [0, Number.POSITIVE_INFINITY, 0]
    for (const key of keys) {
      if (key?.dropped === undefined) continue
      count += key.dropped.count
      from = Math.min(from, key.dropped.from)
      to = Math.max(to, key.dropped.to)
    }
    return count === 0 ? null : { count, from: isoTime(from), to: isoTime(to) }
  }

  /** The number of the latest exchange; before any, -1. */
  get latest(): number {
    return this.#arrived - 1
  }

  /** What is kept of the exchanges after one, oldest first. */
  after(seq: number): readonly KeptExchange[] {
    const place = countWhile(this.#all, (one) => (isEntry(one) ? one.seq : one) <= seq)
    return this.#all.slice(place).filter(isEntry)
  }

  /** By each partner that was reset: its exchanges with a lower number are gone. */
  get forgotten(): ReadonlyMap<string, number> {
    return this.#forgottenBefore
  }

  /** Removes everything that a partner has sent so far, also what is still under way. */
  forget(partner: string): void {
    this.#forgottenBefore.set(partner, this.#arrived)
    for (const entry of [...(this.#byKey.get(partner)?.entries ?? [])]) this.#remove(entry)
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

  shared(headers: readonly string[]): readonly string[] {
    const latest = this.#headers
    if (headers.length !== latest.length || headers.some((text, place) => text !== latest[place]))
      this.#headers = headers
    return this.#headers
  }

  identified(entry: Entry): void {
    if (!this.#keeps(entry)) return
    const { partner, seq } = entry
    const isForgotten = partner !== null && seq < (this.#forgottenBefore.get(partner) ?? 0)
    if (isForgotten) this.#remove(entry)
    else this.#list(entry)
  }
  grown(entry: Entry, bytes: number): void {
    if (this.#keeps(entry)) this.#bytes += bytes
    this.#fit()
    this.#report(entry)
  }

  completed(entry: Entry): void {
    if (entry.partner === null) this.identified(entry)
    this.#report(entry)
  }

  #report(entry: Entry): void {
    for (const listener of this.#listeners) safely(() => listener(entry.exchange, entry.isComplete))
  }

  /** Of a call that was reset, or dropped, before its end nothing is kept. */
  #keeps(entry: Entry): boolean {
    return this.#all[entry.place] === entry
  }

  #entriesOf(key: string | null): KeyEntries {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const entries = { entries: [], dropped: undefined }
    this.#byKey.set(key, entries)
    return entries
  }

  /** The latest of all stays, of any size. */
  #fit(): void {
    while (this.#kept > MOST_OF_ALL || (this.#bytes > MOST_BYTES && this.#kept > 1)) {
      while (!isEntry(this.#all[this.#first])) this.#first += 1
      this.#drop(this.#all[this.#first] as Entry)
    }
  }

  #drop(entry: Entry): void {
    const key = entry.key ?? this.#entriesOf(entry.partner)
    const { arrivedAt } = entry
    const { count, from, to } = key.dropped ?? { count: 0, from: arrivedAt, to: arrivedAt }
    key.dropped = { count: count + 1, from: Math.min(from, arrivedAt), to: Math.max(to, arrivedAt) }
    this.#remove(entry)
  }

  #remove(entry: Entry): void {
    this.#all[entry.place] = entry.seq
    this.#kept -= 1
    this.#bytes -= entry.bytes
    this.#unlist(entry)
  }

  /** In the order of their arrival: a key may be read later than that of a call after it, but mostly is not. */
  #list(entry: Entry): void {
    this.#unlist(entry)
    const key = this.#entriesOf(entry.partner)
    const place = key.entries.findLastIndex(({ seq }) => seq < entry.seq) + 1
    if (place === key.entries.length) key.entries.push(entry)
    else key.entries.splice(place, 0, entry)
    entry.key = key
    if (key.entries.length > MOST_OF_KEY) this.#drop(key.entries[0] as Entry)
  }

  #unlist(entry: Entry): void {
    const { key } = entry
    if (key === undefined) return
    // Every call drops the oldest, once there are enough: to splice takes ten times as long.
    if (key.entries[0] === entry) key.entries.shift()
    else key.entries.splice(key.entries.indexOf(entry), 1)
    entry.key = undefined
  }

  #closeGaps(): void {
    const entries = this.#all.filter(isEntry)
    for (const [place, entry] of entries.entries()) entry.place = place
    this.#all = entries
    this.#first = 0
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function isEntry(kept: Entry | number | undefined): kept is Entry {
  return typeof kept === 'object'
}

/** How many numbers of exchanges that are not kept there may be besides. */
const SPARE_NUMBERS = 1_000

/** Reports an error of a listener, so that it does not affect a call. */
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

/**
 * Until enough exchanges of a journal match a filter, or `timeoutMs` of real time are over: no sandbox's clock affects
 * it.
 */
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
