import type { Clock } from '../../contract/clock.ts'
import type { DeliveryOutcome, Exchange } from '../../contract/wire/exchange.ts'
import { Entry, type ExchangeRecording, type Keeper } from './journal-entry.ts'
import type { RawHead, Redaction } from './redact-request.ts'

/** How much a journal keeps: above either bound the oldest exchanges are dropped. */
export type JournalBounds = { readonly entries: number; readonly bytes: number }

/** What a journal keeps by default. */
export const DEFAULT_BOUNDS: JournalBounds = { entries: 10_000, bytes: 16 * 1024 * 1024 }

/**
 * Called for every exchange: when something becomes known of it, and when it is complete. The exchange is a snapshot and
 * does not change.
 */
export type JournalListener = (exchange: Exchange, isComplete: boolean) => void

/** A complete exchange: how it ended, and its full form, which is made when it is first read. */
export type CompletedExchange = {
  /** Of the answer; `null` if there is none. */
  readonly status: number | null
  readonly outcome: DeliveryOutcome | null
  /** As it is now, without any key. */
  readonly exchange: Exchange
}

/** An exchange as it is kept: more may become known of it. */
export type KeptExchange = {
  readonly seq: number
  readonly partner: string | null
  readonly isComplete: boolean
  /** As it is now, without any key; the same object as long as nothing more is known. */
  readonly exchange: Exchange
}

/** Every exchange in the order of its arrival, bounded in entries and in bytes. */
export class Journal implements Keeper {
  readonly beganAt: number
  readonly #clock: Clock
  readonly #bounds: JournalBounds
  /** The oldest first; dropped ones leave empty places until the array is compacted. */
  #kept: (Entry | undefined)[] = []
  #oldest = 0
  /** By partner that was reset: the first sequence number that counts. */
  readonly #forgottenBefore = new Map<string, number>()
  readonly #listeners = new Set<JournalListener>()
  readonly #completionListeners = new Set<(completed: CompletedExchange) => void>()
  #bytes = 0
  #arrived: number

  /** @param firstSeq the number of the first exchange, if an earlier journal has numbered others. */
  constructor(clock: Clock, bounds: JournalBounds = DEFAULT_BOUNDS, firstSeq = 0) {
    this.#clock = clock
    this.#bounds = bounds
    this.#arrived = firstSeq
    this.beganAt = clock.now()
  }

  /** Records a request when its head has arrived. */
  arrive(head: RawHead, redaction: Redaction): ExchangeRecording {
    const entry = new Entry(this, this.#arrived++, head, redaction)
    this.#kept.push(entry)
    this.#count(entry, entry.headBytes)
    return entry
  }

  /** What is kept, oldest first. */
  entries(): readonly Exchange[] {
    const kept = this.#kept.filter((entry) => entry !== undefined)
    return kept.filter((entry) => this.#remembers(entry)).map(({ exchange }) => exchange)
  }

  /** The number of the latest exchange; before any, one less than that of the first. */
  get latest(): number {
    return this.#arrived - 1
  }

  /** What is kept of the exchanges after one, oldest first, also of partners that are forgotten: at most `most`. */
  after(seq: number, most: number): readonly KeptExchange[] {
    const oldest = this.#kept[this.#oldest]
    if (oldest === undefined) return []
    const from = this.#oldest + Math.max(0, seq + 1 - oldest.seq)
    return this.#kept.slice(from, from + most).filter((entry) => entry !== undefined)
  }

  /** By each partner that was reset: its exchanges with a lower number are hidden. */
  get forgotten(): ReadonlyMap<string, number> {
    return this.#forgottenBefore
  }

  /** Hides, from now on, everything that a partner has sent so far. */
  forget(partner: string): void {
    this.#forgottenBefore.set(partner, this.#arrived)
  }

  /** @returns a function that stops it. */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Reports every exchange when it is complete, and again if more becomes known of it later.
   *
   * @returns a function that stops it.
   */
  onComplete(listener: (completed: CompletedExchange) => void): () => void {
    this.#completionListeners.add(listener)
    return () => this.#completionListeners.delete(listener)
  }

  /** Milliseconds since the journal began, of the monotonic clock that its exchanges are timed by. */
  elapsedMs(): number {
    return this.#clock.now() - this.beganAt
  }

  grown(entry: Entry, bytes: number): void {
    this.#count(entry, bytes)
    this.#report(entry)
  }

  completed(entry: Entry): void {
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

  #count(entry: Entry, bytes: number): void {
    if (!entry.isKept) return
    entry.bytes += bytes
    this.#bytes += bytes
    while (!this.#fits() && this.#size > 1) this.#letOldestGo()
  }

  #letOldestGo(): void {
    const gone = this.#kept[this.#oldest]
    if (gone === undefined) return
    gone.isKept = false
    this.#kept[this.#oldest] = undefined
    this.#bytes -= gone.bytes
    this.#oldest += 1
    if (this.#oldest < MOST_EMPTY_PLACES) return
    this.#kept = this.#kept.slice(this.#oldest)
    this.#oldest = 0
  }

  get #size(): number {
    return this.#kept.length - this.#oldest
  }

  #fits(): boolean {
    return this.#size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes
  }
}

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

/** How many empty places there may be before the array is compacted. */
const MOST_EMPTY_PLACES = 10_000
