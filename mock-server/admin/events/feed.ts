import type { Journal } from '../../journal/journal.ts'
import { droppedOf } from '../../sandbox/control.ts'
import type { Mock } from '../../sandbox/mock.ts'
import { StoreUnavailableError } from '../../store/store.ts'
import { OwnExchanges, type Part, partEvent, storedExchanges } from './exchanges.ts'

/** How many exchanges a page gets that were stored before it was opened. */
const MOST_STORED = 2_000
/** How many of them are in one event. */
const MOST_IN_EVENT = 250
/** How often what other processes wrote, and what was dropped, is read: once in this many parts. */
const STORE_TURNS = 5

export type PageEvent = { readonly event: string; readonly data: string; readonly id?: string }

export type PageFeed = {
  /** What is new, as events; none where nothing is. */
  next(): Promise<readonly PageEvent[]>
}

/**
 * Opens what one page is sent: it is read from the journal and the store when the page is ready for it.
 * An unknown `lastId` begins from the start.
 */
export async function openFeed(
  mock: Mock,
  partner: string | undefined,
  lastId: string | undefined,
): Promise<PageFeed> {
  const { journal, archiving } = mock
  const others = mock.store.archive?.others
  const known = positionIn(lastId, mock)
  const isStored = known === undefined && archiving !== undefined
  // First: what arrives from here on is new.
  const { seq } = known ?? { seq: isStored ? journal.latest : -1 }
  const place = known?.place ?? (isStored ? await unlessAway(others?.latest()) : undefined) ?? 0
  const before = isStored
    ? ((await unlessAway(archiving.read({ partner }, MOST_STORED))) ?? journal.entries(partner))
    : []
  const history = before.map((exchange) => JSON.stringify(exchange))
  const own = new OwnExchanges(journal, seq, partner)
  for (const exchange of before) if (exchange.delivery === null) own.follow(exchange.seq)
  const stored = others && storedExchanges(others, place, partner)
  const forgotten = new Map(journal.forgotten)
  let turn = 0
  /** What the page knows of what was dropped, as JSON. */
  let told = 'null'
  const eventOf = (part: Part, isResumable: boolean): PageEvent[] => {
    if (part.exchanges.length === 0 && part.skipped === 0) return []
    const id = `${own.seq}.${stored?.place ?? 0}`
    return [{ event: 'exchanges', data: partEvent(part), ...(isResumable && { id }) }]
  }
  const newlyDropped = async (): Promise<PageEvent[]> => {
    const dropped = await unlessAway(droppedOf(mock, partner))
    const data = JSON.stringify(dropped ?? null)
    if (dropped === undefined || data === told) return []
    told = data
    return [{ event: 'dropped', data }]
  }
  return {
    async next() {
      const events = newlyForgotten(journal, forgotten, partner)
      if (history.length > 0) {
        const part = { exchanges: history.splice(0, MOST_IN_EVENT), skipped: 0 }
        return [...events, ...eventOf(part, history.length === 0)]
      }
      events.push(...eventOf(own.next(), true))
      if (turn % STORE_TURNS === 0) {
        events.push(...(await newlyDropped()))
        if (stored !== undefined) events.push(...eventOf((await unlessAway(stored.next())) ?? NOTHING, true))
      }
      turn += 1
      return events
    },
  }
}

/** The partners that were reset since the last time. */
function newlyForgotten({ forgotten }: Journal, known: Map<string, number>, partner?: string): PageEvent[] {
  const fresh = [...forgotten].filter(([reset, beforeSeq]) => known.get(reset) !== beforeSeq)
  for (const [reset, beforeSeq] of fresh) known.set(reset, beforeSeq)
  return fresh
    .filter(([reset]) => partner === undefined || partner === reset)
    .map(([reset, beforeSeq]) => ({
      event: 'forgotten',
      data: JSON.stringify({ partner: reset, beforeSeq }),
    }))
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

/** Up to where a page knows the exchanges of this process, and those that others have written. */
function positionIn(lastId: string | undefined, { journal, store }: Mock) {
  const [, seq, place] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(lastId ?? '') ?? []
  const isOwn = Number(seq) >= (store.archive?.firstSeq ?? 0) - 1 && Number(seq) <= journal.latest
  return seq === undefined || !isOwn ? undefined : { seq: Number(seq), place: Number(place) }
}
