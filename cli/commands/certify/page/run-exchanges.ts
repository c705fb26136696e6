import type { Exchange } from '../../../../contract/wire/exchange.ts'
import type { JournalReader } from '../../../../mock-server/admin/events/exchanges.ts'
import type { KeptExchange } from '../../../../mock-server/journal/journal.ts'

/** As many as a page keeps. */
const MOST_EXCHANGES = 10_000

/** An exchange, with the mock and the number by which it is known there. */
type Kept = KeptExchange & { readonly source: string }

/** The exchanges of several mocks in the order of their arrival, numbered as those of one. */
export class RunExchanges implements JournalReader {
  readonly forgotten = new Map<string, number>()
  latest = -1
  readonly #kept: Kept[] = []
  readonly #bySource = new Map<string, Kept>()

  /**
   * Keeps an exchange, or what more is known of one.
   *
   * @param mock which mock it arrived at.
   * @param partner what it is shown under, with or without a key that was accepted.
   */
  see(mock: string, partner: string, exchange: Exchange): void {
    const source = `${mock} ${exchange.seq}`
    const known = this.#bySource.get(source)
    const seq = known?.seq ?? this.latest + 1
    const isComplete = exchange.delivery !== null
    const kept = { source, seq, partner, isComplete, exchange: { ...exchange, seq, partner } }
    if (known !== undefined) {
      Object.assign(known, kept)
      return
    }
    this.latest = seq
    this.#kept.push(kept)
    this.#bySource.set(source, kept)
    if (this.#kept.length > MOST_EXCHANGES) this.#bySource.delete(this.#kept.shift()?.source ?? '')
  }

  /** Those that are no longer here are in the recording of the run. */
  behind(seq: number): number {
    return this.latest - seq
  }

  after(seq: number, most: number): readonly KeptExchange[] {
    const from = Math.max(0, seq + 1 - (this.#kept[0]?.seq ?? 0))
    return this.#kept.slice(from, from + most)
  }
}
