import { type SSEMessage, streamSSE } from 'hono/streaming'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Journal } from '../journal/journal.ts'
import type { MockContext } from '../sandbox/mock.ts'

/** At most ten batches a second. */
const PAUSE_MS = 100
/** After so many pauses without news, a comment keeps proxies from closing the stream, and notices a lost page. */
const QUIET_PAUSES = 150
/** How many exchanges one event has at most: to write more would hold up calls. */
const MOST_IN_PART = 200
/** How far a page may fall behind before its oldest exchanges are skipped. */
const MOST_BEHIND = 2_000
/** How many pages may be open: each takes a connection, and some time. */
const MOST_PAGES = 20

const TOO_MANY = `There are ${MOST_PAGES} pages open already. Close one, and load this one again.`

/**
 * `GET /__mock/events`: the exchanges as they arrive, as server-sent events, until the page leaves or the mock ends. A
 * mock that ends sends the rest first.
 */
export async function streamEvents(c: MockContext): Promise<Response> {
  const { pages, journal } = c.var.mock
  if (pages.size >= MOST_PAGES) return c.json({ error: TOO_MANY }, 503)
  let isEnding = false
  const end = () => {
    isEnding = true
  }
  pages.add(end)
  return streamSSE(c, async (stream) => {
    stream.onAbort(end)
    const feed = openFeed(journal, c.req.header('Last-Event-ID'))
    const send = async () => {
      const events = feed.next()
      for (const event of events) await stream.writeSSE(event)
      return events.length > 0
    }
    try {
      await stream.writeSSE(eventOf('hello', { began: Math.round(journal.beganAt) }))
      for (let quiet = 1; !isEnding; quiet += 1) {
        if (await send()) quiet = 0
        if (quiet > 0 && quiet % QUIET_PAUSES === 0) await stream.write(': still here\n\n')
        await stream.sleep(PAUSE_MS)
      }
      if (!stream.aborted) await send()
    } finally {
      feed.close()
      pages.delete(end)
    }
  })
}

/** The events for one page, which takes them when it is ready for more. An unknown `lastId` begins at the start. */
function openFeed(journal: Journal, lastId: string | undefined) {
  const unsent = journal.after(positionIn(lastId, journal))
  /** The exchanges that the page does not have, or not completely; by `seq`. */
  const waiting = new Map(unsent.slice(-MOST_BEHIND).map(({ seq, exchange }) => [seq, exchange]))
  let skipped = unsent.length - waiting.size
  let latestSent = -1
  /** What the page knows to be dropped, as JSON. */
  let knownDropped = 'null'
  const forgotten = new Map(journal.forgotten)
  const isForgotten = ({ partner, seq }: Exchange) => seq < (journal.forgotten.get(partner ?? '') ?? 0)
  const close = journal.listen((exchange) => {
    if (isForgotten(exchange)) return
    waiting.set(exchange.seq, exchange)
    const [oldest] = waiting.keys()
    if (waiting.size <= MOST_BEHIND || oldest === undefined) return
    waiting.delete(oldest)
    skipped += 1
  })
  return {
    close,
    /** What is new since the last call. */
    next(): SSEMessage[] {
      const events: SSEMessage[] = []
      for (const [partner, beforeSeq] of journal.forgotten) {
        if (forgotten.get(partner) === beforeSeq) continue
        forgotten.set(partner, beforeSeq)
        events.push(eventOf('forgotten', { partner, beforeSeq }))
      }
      const exchanges = [...waiting.values()].filter((one) => !isForgotten(one)).slice(0, MOST_IN_PART)
      for (const { seq } of exchanges) waiting.delete(seq)
      if (exchanges.length > 0 || skipped > 0) {
        latestSent = Math.max(latestSent, ...exchanges.map(({ seq }) => seq))
        const id = `${Math.round(journal.beganAt)}.${latestSent}`
        events.push({ ...eventOf('exchanges', { exchanges, skipped }), id })
        skipped = 0
      }
      const dropped = JSON.stringify(journal.dropped())
      if (dropped !== knownDropped) events.push({ event: 'dropped', data: dropped })
      knownDropped = dropped
      return events
    },
  }
}

function eventOf(event: string, data: object): SSEMessage {
  return { event, data: JSON.stringify(data) }
}

/** The last exchange that a page has of this journal; -1 if its journal is that of an earlier start. */
function positionIn(lastId: string | undefined, { beganAt, latest }: Journal): number {
  const [, began, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(lastId ?? '') ?? []
  return began === String(Math.round(beganAt)) && Number(seq) <= latest ? Number(seq) : -1
}
