import type { Clock } from '../contract/clock.ts'
import type { Exchange } from '../contract/exchange.ts'
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
  answer(response: Answer): void
}

type Answer = Omit<NonNullable<Exchange['response']>, 'answeredMs'>
type Head = Omit<Exchange['request'], 'body'>
type Entry = { readonly exchange: Exchange; bytes: number }

/** Every exchange in the order of its arrival, bounded in entries and in bytes. */
export class Journal {
  readonly #clock: Clock
  readonly #bounds: JournalBounds
  readonly #beganAt: number
  /** By sequence number, and so in the order of arrival: the oldest is the first. */
  readonly #kept = new Map<number, Entry>()
  #bytes = 0
  #arrived = 0

  constructor(clock: Clock, bounds: JournalBounds = DEFAULT_BOUNDS) {
    this.#clock = clock
    this.#bounds = bounds
    this.#beganAt = clock.now()
  }

  /** Records a request when its head has arrived. Neither that, nor what is filled in, may hold a key. */
  arrive(head: Head): Recording {
    const exchange: Exchange = {
      seq: this.#arrived++,
      at: new Date(this.#clock.now()).toISOString(),
      arrivedMs: this.#elapsedMs(),
      partner: null,
      operation: null,
      request: { ...head, body: null },
      response: null,
      delivery: null,
      order: null,
      fault: null,
      nearMiss: null,
    }
    const entry: Entry = { exchange, bytes: 0 }
    this.#kept.set(exchange.seq, entry)
    this.#grow(entry, ENTRY_BYTES + textBytes(head.headers, head.target))
    return this.#recordingOf(entry)
  }

  /** What is kept, oldest first. */
  entries(): readonly Exchange[] {
    return Array.from(this.#kept.values(), (entry) => entry.exchange)
  }

  #recordingOf(entry: Entry): Recording {
    const { exchange } = entry
    return {
      identify(partner) {
        exchange.partner = partner
      },
      operation(id) {
        exchange.operation = id
      },
      body: (text) => {
        exchange.request.body = text
        this.#grow(entry, text.length)
      },
      order: (order) => {
        exchange.order = order
        this.#grow(entry, textBytes({}, order.partnerReference, order.sku))
      },
      answer: (response) => {
        exchange.response = { ...response, answeredMs: this.#elapsedMs() }
        this.#grow(entry, textBytes(response.headers, response.body))
      },
    }
  }

  #elapsedMs(): number {
    return this.#clock.now() - this.#beganAt
  }

  #grow(entry: Entry, bytes: number): void {
    if (!this.#kept.has(entry.exchange.seq)) return
    entry.bytes += bytes
    this.#bytes += bytes
    for (const [seq, oldest] of this.#kept) {
      const fits = this.#kept.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes
      if (fits || this.#kept.size === 1) return
      this.#kept.delete(seq)
      this.#bytes -= oldest.bytes
    }
  }
}

/** About what an exchange costs beside its texts. */
const ENTRY_BYTES = 400

function textBytes(headers: Record<string, string>, ...texts: string[]): number {
  const pairs = Object.entries(headers).flat()
  return [...pairs, ...texts].reduce((sum, text) => sum + text.length, 0)
}
