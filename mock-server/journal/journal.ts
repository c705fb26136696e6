import type { Clock } from '../../contract/clock.ts'
import { countWhile } from '../../contract/text/count-while.ts'
import { DEFAULT_BOUNDS, type Dropped, type JournalBounds } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JournalFilter, matches } from './filter.ts'
import { Entry, type Keeper } from './journal-entry.ts'
import { KeyBounds } from './key-bounds.ts'
import type { RawHead, Redaction } from './redact-request.ts'

/** Called when something becomes known of an exchange, and when it is complete, with a snapshot that does not change. */
export type JournalListener = (exchange: Exchange, isComplete: boolean) => void

/** A complete exchange: how it ended, and its full form, which is made when it is first read. */
export type CompletedExchange = Readonly<Pick<Entry, 'status' | 'outcome' | 'exchange'>>

/** An exchange as it is kept: more may become known of it. Its full form is the same object until then. */
export type KeptExchange = Readonly<Pick<Entry, 'seq' | 'partner' | 'isComplete' | 'exchange'>>

/** Every exchange in the order of its arrival, bounded for each key and for all. */
export class Journal implements Keeper {
  readonly beganAt: number
  readonly #clock: Clock
  /** Those that are kept in the order of their arrival, each at its place; where one was dropped, its number. */
  #all: (Entry | number)[] = []
  #kept = 0
  /** Those of the latest request: most have the same as the one before, and share them. */
  #headers: readonly string[] = []
  readonly #byKey: KeyBounds<Entry>
  /** By partner that was reset: the first sequence number that counts. */
  readonly #forgottenBefore = new Map<string, number>()
  readonly #listeners = new Set<JournalListener>()
  readonly #completionListeners = new Set<(completed: CompletedExchange) => void>()
  #arrived: number

  /** `firstSeq` follows the numbers of an earlier journal; `beganAt` is in milliseconds since the Unix epoch. */
  constructor(clock: Clock, bounds: Partial<JournalBounds> = {}, firstSeq = 0, beganAt = clock.now()) {
    this.#clock = clock
    this.#byKey = new KeyBounds({ ...DEFAULT_BOUNDS, ...bounds }, (entry) => this.#drop(entry))
    this.#arrived = firstSeq
    this.beganAt = beganAt
  }

  arrive(head: RawHead, redaction: Redaction): Entry {
    const entry = new Entry(this, this.#arrived++, head, redaction)
    entry.place = this.#all.push(entry) - 1
    this.#kept += 1
    if (this.#all.length > 2 * this.#kept + SPARE_NUMBERS) this.#closeGaps()
    return entry
  }

  /** What is kept, oldest first: of one partner, or of all. */
  entries(partner?: string): readonly Exchange[] {
    const kept = partner === undefined ? this.#all.filter(isEntry) : this.#byKey.newestOf(partner, () => true)
    return kept.filter((entry) => this.#remembers(entry)).map(({ exchange }) => exchange)
  }

  /** What was dropped of a partner since it was last reset; of all without one. */
  dropped(partner?: string): Dropped | null {
    return this.#byKey.dropped(partner)
  }

  /** The number of the latest exchange; before any, one less than that of the first. */
  get latest(): number {
    return this.#arrived - 1
  }

  /** What is kept of the exchanges after one, oldest first, also of partners that are forgotten: at most `most`. */
  after(seq: number, most: number): readonly KeptExchange[] {
    const place = countWhile(this.#all, (one) => (isEntry(one) ? one.seq : one) <= seq)
    return this.#all.slice(place).filter(isEntry).slice(0, most)
  }

  behind(seq: number): number {
    return this.after(seq, Number.POSITIVE_INFINITY).length
  }

  /** By each partner that was reset: its exchanges with a lower number are hidden. */
  get forgotten(): ReadonlyMap<string, number> {
    return this.#forgottenBefore
  }

  /** Removes everything that a partner has sent so far, and hides what is still under way. */
  forget(partner: string): void {
    this.#forgottenBefore.set(partner, this.#arrived)
    for (const entry of this.#byKey.clear(partner)) this.#drop(entry)
  }

  /** Removes one that is kept elsewhere. */
  protected drop(entry: Entry): void {
    this.#byKey.remove(entry)
    this.#drop(entry)
  }

  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reports every exchange when it is complete, and again if more becomes known of it later. */
  onComplete(listener: (completed: CompletedExchange) => void): () => void {
    this.#completionListeners.add(listener)
    return () => this.#completionListeners.delete(listener)
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
    // Of a call that was reset, or dropped, before its end nothing is kept.
    if (this.#all[entry.place] === entry) this.#byKey.put(entry, entry.partner)
  }

  grown(entry: Entry, bytes: number): void {
    this.#byKey.grow(entry, bytes)
    this.#report(entry)
  }

  completed(entry: Entry): void {
    if (entry.partner === null) this.identified(entry)
    this.#report(entry)
  }

  #remembers({ partner, seq }: Entry): boolean {
    return partner === null || seq >= (this.#forgottenBefore.get(partner) ?? 0)
  }

  #report(entry: Entry): void {
    for (const listener of this.#listeners) safely(() => listener(entry.exchange, entry.isComplete))
    if (!entry.isComplete) return
    for (const listener of this.#completionListeners) safely(() => listener(entry))
  }

  #drop(entry: Entry): void {
    this.#all[entry.place] = entry.seq
    this.#kept -= 1
  }

  #closeGaps(): void {
    const entries = this.#all.filter(isEntry)
    for (const [place, entry] of entries.entries()) entry.place = place
    this.#all = entries
  }
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
