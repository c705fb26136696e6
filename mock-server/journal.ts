import type { Clock } from '../contract/clock.ts'
import type { DeliveryOutcome, Exchange, NearMiss } from '../contract/exchange.ts'
import type { OperationId } from '../contract/operations.ts'

/** How much a journal keeps: past either bound the oldest exchanges go. */
export type JournalBounds = { readonly entries: number; readonly bytes: number }

/** What a journal keeps unless it is told otherwise. */
export const DEFAULT_BOUNDS: JournalBounds = { entries: 10_000, bytes: 16 * 1024 * 1024 }

/** An exchange under way: in the journal since its request arrived, filled in as more is known of it. */
export type Recording = {
  identify(partner: string): void
  operation(id: OperationId): void
  body(text: string): void
  order(order: NonNullable<Exchange['order']>): void
  fault(fault: NonNullable<Exchange['fault']>): void
  nearMiss(nearMiss: NearMiss): void
  /** What is decided to be answered, whether it arrives or not. */
  answer(response: Answer): void
  /** How far the answer got, which completes the exchange: the first word counts. */
  deliver(outcome: DeliveryOutcome): void
  /** Resolves when the exchange is complete. */
  readonly completed: Promise<void>
}

type Answer = Omit<NonNullable<Exchange['response']>, 'answeredMs'>
type Head = Omit<Exchange['request'], 'body'>
type Entry = { readonly exchange: Exchange; bytes: number; complete: (() => void)[] }

/** What is told of every exchange: when something becomes known of it, and when it is complete. */
export type JournalListener = (exchange: Exchange, isComplete: boolean) => void

/** Every exchange in the order of its arrival, bounded in entries and in bytes. */
export class Journal {
  readonly #clock: Clock
  readonly #bounds: JournalBounds
  readonly #beganAt: number
  /** By sequence number, and so in the order of arrival: the oldest is the first. */
  readonly #kept = new Map<number, Entry>()
  /** From which sequence number on a partner that was reset is remembered. */
  readonly #forgottenBefore = new Map<string, number>()
  readonly #listeners = new Set<JournalListener>()
  #bytes = 0
  #arrived: number

  /** @param firstSeq the number of the first exchange, where others were numbered before this journal began. */
  constructor(clock: Clock, bounds: JournalBounds = DEFAULT_BOUNDS, firstSeq = 0) {
    this.#clock = clock
    this.#bounds = bounds
    this.#arrived = firstSeq
    this.#beganAt = clock.now()
  }

  /** Records a request when its head has arrived. Neither that, nor what is filled in, may hold a key. */
  arrive(head: Head): Recording {
    const exchange: Exchange = {
      seq: this.#arrived++,
      at: new Date(this.#clock.now()).toISOString(),
      arrivedMs: this.elapsedMs(),
      partner: null,
      operation: null,
      request: { ...head, body: null },
      response: null,
      delivery: null,
      order: null,
      fault: null,
      nearMiss: null,
    }
    const entry: Entry = { exchange, bytes: 0, complete: [] }
    this.#kept.set(exchange.seq, entry)
    this.#grow(entry, ENTRY_BYTES + textBytes(head.headers, head.target))
    return this.#recordingOf(entry)
  }

  /** What is kept, oldest first. */
  entries(): readonly Exchange[] {
    return Array.from(this.#kept.values(), ({ exchange }) => exchange).filter((one) => this.#remembers(one))
  }

  /** Leaves out, from now on, all that a partner has sent so far. */
  forget(partner: string): void {
    this.#forgottenBefore.set(partner, this.#arrived)
  }

  /** @returns what ends it. */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Milliseconds since the journal began, of the monotonic clock that its exchanges are timed by. */
  elapsedMs(): number {
    return this.#clock.now() - this.#beganAt
  }

  #remembers({ partner, seq }: Exchange): boolean {
    return partner === null || seq >= (this.#forgottenBefore.get(partner) ?? 0)
  }

  #recordingOf(entry: Entry): Recording {
    const { exchange } = entry
    const know = (known: Partial<Exchange>, bytes: number): void => {
      Object.assign(exchange, known)
      this.#grow(entry, bytes)
      this.#tell(exchange)
    }
    return {
      identify(partner) {
        exchange.partner = partner
      },
      operation: (operation) => know({ operation }, 0),
      body: (body) => know({ request: { ...exchange.request, body } }, body.length),
      order: (order) => {
        const isNoted = exchange.order !== null
        know({ order }, isNoted ? 0 : textBytes({}, order.partnerReference, order.sku))
      },
      fault: (fault) => know({ fault }, 0),
      nearMiss: (nearMiss) => know({ nearMiss }, textBytes({}, ...nearMiss.differs)),
      answer: (response) => {
        const answered = { ...response, answeredMs: this.elapsedMs() }
        know({ response: answered }, textBytes(response.headers, response.body))
      },
      deliver: (outcome) => {
        if (exchange.delivery !== null) return
        exchange.delivery = { outcome, atMs: this.elapsedMs() }
        for (const complete of entry.complete.splice(0)) complete()
        this.#tell(exchange)
      },
      get completed() {
        return exchange.delivery === null
          ? new Promise<void>((resolve) => entry.complete.push(resolve))
          : Promise.resolve()
      },
    }
  }

  #tell(exchange: Exchange): void {
    for (const listener of this.#listeners) listener(exchange, exchange.delivery !== null)
  }

  #grow(entry: Entry, bytes: number): void {
    if (!this.#kept.has(entry.exchange.seq)) return
    entry.bytes += bytes
    this.#bytes += bytes
    if (this.#fits()) return
    for (const [seq, oldest] of this.#kept) {
      if (this.#fits() || this.#kept.size === 1) return
      this.#kept.delete(seq)
      this.#bytes -= oldest.bytes
    }
  }

  #fits(): boolean {
    return this.#kept.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes
  }
}

/** About what an exchange costs beside its texts. */
const ENTRY_BYTES = 400

function textBytes(headers: Readonly<Record<string, string>>, ...texts: readonly string[]): number {
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0)
  for (const text of texts) bytes += text.length
  return bytes
}
