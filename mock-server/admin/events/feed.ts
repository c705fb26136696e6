import { droppedOf } from '../../sandbox/control.ts'
import type { Mock } from '../../sandbox/mock.ts'
import { StoreUnavailableError } from '../../store/store.ts'
import { OwnExchanges, type Part, partEvent, StoredExchanges } from './exchanges.ts'

/** How many exchanges a page gets that were stored before it was opened. */
const MOST_STORED = 2_000
/** How many of them are in one event. */
const MOST_IN_EVENT = 250
/** How often what other processes wrote, and what was dropped, is read: once in this many parts. */
const STORE_TURNS = 5

/** One event of the stream. */
export type PageEvent = { readonly event: string; readonly data: string; readonly id?: string }

/** What one page is sent, part by part. */
export type PageFeed = {
  /** What is new, as events; none where nothing is. */
  next(): Promise<readonly PageEvent[]>
}

/** Up to where a page knows the exchanges of this process, and those that others have written. */
type Position = { readonly seq: number; readonly place: number }

/** What one page is sent, read from the journal and the store when the page is ready for it. */
export class Feed implements PageFeed {
  readonly #mock: Mock
  readonly #partner: string | undefined
  readonly #own: OwnExchanges
  readonly #stored: StoredExchanges | undefined
  readonly #forgotten: Map<string, number>
  /** What is sent before anything new. */
  readonly #history: string[]
  #turn = 0
  /** What the page knows of what was dropped, as JSON. */
  #dropped = 'null'

  private constructor(mock: Mock, partner: string | undefined, { seq, place }: Position, history: string[]) {
    const others = mock.store.archive?.others
    this.#mock = mock
    this.#partner = partner
    this.#own = new OwnExchanges(mock.journal, seq, partner)
    this.#stored = others && new StoredExchanges(others, place, partner)
    this.#forgotten = new Map(mock.journal.forgotten)
    this.#history = history
  }

  /**
   * @param partner whose exchanges they are; of all without one.
   * @param lastId the id of the last event that the page has; another one begins from the start.
   */
  static async open(mock: Mock, partner: string | undefined, lastId: string | undefined): Promise<Feed> {
    const position = positionIn(lastId, mock)
    if (position !== undefined) return new Feed(mock, partner, position, [])
    if (mock.archiving === undefined) return new Feed(mock, partner, { seq: -1, place: 0 }, [])
    const { latest: seq } = mock.journal
    const place = (await unlessAway(mock.store.archive?.others?.latest())) ?? 0
    const stored =
      (await unlessAway(mock.archiving.read({ partner }, MOST_STORED))) ?? mock.journal.entries(partner)
    const history = stored.map((exchange) => JSON.stringify(exchange))
    const feed = new Feed(mock, partner, { seq, place }, history)
    for (const exchange of stored) if (exchange.delivery === null) feed.#own.follow(exchange.seq)
    return feed
  }

  async next(): Promise<readonly PageEvent[]> {
    const events = this.#reset()
    if (this.#history.length > 0) {
      const part = { exchanges: this.#history.splice(0, MOST_IN_EVENT), skipped: 0 }
      return [...events, ...this.#event(part, this.#history.length === 0)]
    }
    events.push(...this.#event(this.#own.next(), true))
    if (this.#turn % STORE_TURNS === 0) {
      events.push(...(await this.#newlyDropped()))
      if (this.#stored !== undefined)
        events.push(...this.#event((await unlessAway(this.#stored.next())) ?? NOTHING, true))
    }
    this.#turn += 1
    return events
  }

  /** The partners that were reset since the last time. */
  #reset(): PageEvent[] {
    const { forgotten } = this.#mock.journal
    const events: PageEvent[] = []
    for (const [partner, before] of forgotten) {
      if (this.#forgotten.get(partner) === before) continue
      this.#forgotten.set(partner, before)
      if (this.#partner !== undefined && this.#partner !== partner) continue
      events.push({ event: 'forgotten', data: JSON.stringify({ partner, beforeSeq: before }) })
    }
    return events
  }

  async #newlyDropped(): Promise<PageEvent[]> {
    const dropped = await unlessAway(droppedOf(this.#mock, this.#partner))
    const data = JSON.stringify(dropped ?? null)
    if (dropped === undefined || data === this.#dropped) return []
    this.#dropped = data
    return [{ event: 'dropped', data }]
  }

  #event(part: Part, isResumable: boolean): PageEvent[] {
    if (part.exchanges.length === 0 && part.skipped === 0) return []
    const id = `${this.#own.seq}.${this.#stored?.place ?? 0}`
    return [{ event: 'exchanges', data: partEvent(part), ...(isResumable && { id }) }]
  }
}

const NOTHING: Part = { exchanges: [], skipped: 0 }

/** While the store is away, a page shows what this process has; the next turn asks again. */
async function unlessAway<Value>(asked: Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await asked
  } catch (cause) {
    if (cause instanceof StoreUnavailableError) return undefined
    throw cause
  }
}

function positionIn(lastId: string | undefined, { journal, store }: Mock): Position | undefined {
  const [, seq, place] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(lastId ?? '') ?? []
  const isOwn = Number(seq) >= (store.archive?.firstSeq ?? 0) - 1 && Number(seq) <= journal.latest
  return seq === undefined || !isOwn ? undefined : { seq: Number(seq), place: Number(place) }
}
