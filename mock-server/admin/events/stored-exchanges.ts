import type { OtherProcesses } from '../../journal/archive.ts'
import type { Part } from './part.ts'

/** How many are read at a time: the latest. */
const MOST_IN_PART = 500
/** A place may be written so much later than those after it: the places before the last one are read again. */
const READ_AGAIN = 300

/** What other processes over the same store have written, for one page. */
export class StoredExchanges {
  readonly #others: OtherProcesses
  /** The last place that was sent. */
  #place: number
  /** The latest places that were sent. */
  readonly #sent = new Set<number>()

  /** @param place up to which the page knows what was written. */
  constructor(others: OtherProcesses, place: number) {
    this.#others = others
    this.#place = place
  }

  get place(): number {
    return this.#place
  }

  async next(): Promise<Part> {
    const from = this.#place - READ_AGAIN
    for (const place of this.#sent) if (place <= from) this.#sent.delete(place)
    const { written, total } = await this.#others.after(from, MOST_IN_PART)
    const fresh = written.filter(({ place }) => !this.#sent.has(place))
    const known = this.#sent.size - (written.length - fresh.length)
    for (const { place } of fresh) this.#sent.add(place)
    this.#place = Math.max(this.#place, written.at(-1)?.place ?? 0)
    const exchanges = fresh.map(({ exchange }) => JSON.stringify(exchange))
    return { exchanges, skipped: Math.max(0, total - written.length - known) }
  }
}
