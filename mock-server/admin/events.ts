import { type SSEMessage, streamSSE } from 'hono/streaming'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Journal } from '../journal/journal.ts'
import type { MockContext } from '../sandbox/mock.ts'

/** At most ten parts a second. */
const PAUSE_MS = 100
/** A silent stream is written to so often, in pauses: a proxy would end it, and a page that has gone is noticed. */
const QUIET_PAUSES = 150
/** How many exchanges are in one part: to write more of them would hold up calls. */
const MOST_IN_PART = 200
/** How far a page may fall behind before exchanges are left out. */
const MOST_BEHIND = 2_000
/** How many pages may be open: each takes a connection, and some time. */
const MOST_PAGES = 20

const TOO_MANY = `There are ${MOST_PAGES} pages open already. Close one, and load this one again.`

/**
 * `GET /__mock/events`: what arrives, as it arrives, as server-sent events, until the page or the mock ends. A stream that
 * the mock ends still gets what was left to say.
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

/** What one page is sent: it takes it when it is ready for more. An unknown `lastId` begins from the start. */
function openFeed(journal: Journal, lastId: string | undefined) {
  const unsent = journal.after(positionIn(lastId, journal))
  /** Those that the page does not know yet, or not completely; by `seq`. */
  const waiting = new Map(unsent.slice(-MOST_BEHIND).map(({ seq, exchange }) => [seq, exchange]))
  let skipped = unsent.length - waiting.size
  let latestSent = -1
  /** What the page knows of what was dropped, as JSON. */
  let told = 'null'
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
    /** What is new, as events; none where nothing is. */
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
      if (dropped !== told) events.push({ event: 'dropped', data: dropped })
      told = dropped
      return events
    },
  }
}

function eventOf(event: string, data: object): SSEMessage {
  return { event, data: JSON.stringify(data) }
}

/** Up to where a page knows the exchanges of this journal; -1 for one of an earlier start of the mock. */
function positionIn(lastId: string | undefined, { beganAt, latest }: Journal): number {
  const [, began, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(lastId ?? '') ?? []
  return began === String(Math.round(beganAt)) && Number(seq) <= latest ? Number(seq) : -1
}
