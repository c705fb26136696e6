import type { Journal } from '../../journal/journal.ts'
import { PageExchanges, partEvent } from './exchanges.ts'

export type PageEvent = { readonly event: string; readonly data: string; readonly id?: string }

export type PageFeed = {
  /** What is new, as events; none where nothing is. */
  next(): readonly PageEvent[]
}

/**
 * Opens what one page is sent: it is read from the journal when the page is ready for it. An unknown `lastId` begins from
 * the start.
 */
export function openFeed(journal: Journal, lastId: string | undefined): PageFeed {
  const exchanges = new PageExchanges(journal, positionIn(lastId, journal) ?? -1)
  const forgotten = new Map(journal.forgotten)
  /** What the page knows of what was dropped, as JSON. */
  let told = 'null'
  return {
    next() {
      const events = newlyForgotten(journal, forgotten)
      const part = exchanges.next()
      if (part.exchanges.length > 0 || part.skipped > 0)
        events.push({
          event: 'exchanges',
          data: partEvent(part),
          id: `${Math.round(journal.beganAt)}.${exchanges.seq}`,
        })
      const dropped = JSON.stringify(journal.dropped())
      if (dropped !== told) events.push({ event: 'dropped', data: dropped })
      told = dropped
      return events
    },
  }
}

/** The partners that were reset since the last time. */
function newlyForgotten({ forgotten }: Journal, known: Map<string, number>): PageEvent[] {
  const fresh = [...forgotten].filter(([reset, beforeSeq]) => known.get(reset) !== beforeSeq)
  for (const [reset, beforeSeq] of fresh) known.set(reset, beforeSeq)
  return fresh.map(([reset, beforeSeq]) => ({
    event: 'forgotten',
    data: JSON.stringify({ partner: reset, beforeSeq }),
  }))
}

/** Up to where a page knows the exchanges of this journal. Each start of a mock has another one. */
function positionIn(lastId: string | undefined, { beganAt, latest }: Journal): number | undefined {
  const [, began, seq] = /^(\d{1,15})\.(-?\d{1,15})$/.exec(lastId ?? '') ?? []
  const isKnown = began === String(Math.round(beganAt)) && Number(seq) <= latest
  return isKnown ? Number(seq) : undefined
}
