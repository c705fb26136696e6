import type { Exchange } from '../../../../contract/wire/exchange.ts'
import type { JournalReader } from '../../../../mock-server/admin/events/exchanges.ts'

/** As many as a page keeps. */
const MOST_EXCHANGES = 10_000

/** An exchange, with the mock and the number by which it is known there. */
class KeptExchange {
  readonly source: string
  exchange: Exchange

  constructor(source: string, exchange: Exchange) {
    this.source = source
    this.exchange = exchange
  }

  get seq(): number {
    return this.exchange.seq
  }

  get partner(): string | null {
    return this.exchange.partner
  }

  get isComplete(): boolean {
    return this.exchange.delivery !== null
  }
}

/** The exchanges of several mocks in the order of their arrival, numbered as those of one. */
export class RunExchanges implements JournalReader {
  readonly forgotten = new Map<string, number>()
  latest = -1
  readonly #kept: KeptExchange[] = []
  readonly #bySource = new Map<string, KeptExchange>()

  /**
   * Keeps an exchange, or what more is known of one.
   *
   * @param mock which mock it arrived at.
   * @param partner what it is shown under, with or without a key that was accepted.
   */
  see(mock: string, partner: string, exchange: Exchange): void {
    const source = `${mock} ${exchange.seq}`
    const known = this.#bySource.get(source)
    if (known !== undefined) {
      known.exchange = { ...exchange, seq: known.seq, partner }
      return
    }
    this.latest += 1
    const kept = new KeptExchange(source, { ...exchange, seq: this.latest, partner })
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
