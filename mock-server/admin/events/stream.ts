import { streamSSE } from 'hono/streaming'
import type { MockContext } from '../../sandbox/mock.ts'
import { openFeed, type PageEvent } from './feed.ts'

/** At most ten parts a second. */
const PAUSE_MS = 100
/** A silent stream is written to so often, in parts: a proxy would end it, and a page that has gone is noticed. */
const QUIET_PARTS = 150
/** How many pages may be open: each takes a connection, and some time. */
const MOST_PAGES = 20

const TOO_MANY = `There are ${MOST_PAGES} pages open already. Close one, and load this one again.`

/**
 * `GET /__mock/events`: what arrives, as it arrives, as server-sent events, until the page or the mock ends. A stream that
 * the mock ends still gets what was left to say.
 */
export async function streamEvents(c: MockContext): Promise<Response> {
  const { pages, journal } = c.get('mock')
  if (pages.size >= MOST_PAGES) return c.json({ error: TOO_MANY }, 503)
  let [isEnding, wake] = [false, () => {}]
  const end = () => {
    isEnding = true
    wake()
  }
  pages.add(end)
  return streamSSE(c, async (stream) => {
    stream.onAbort(end)
    const send = async (events: readonly PageEvent[]) => {
      for (const event of events) await stream.writeSSE(event)
      return events.length > 0
    }
    try {
      await stream.writeSSE({ event: 'hello', data: JSON.stringify({ began: Math.round(journal.beganAt) }) })
      const feed = openFeed(journal, c.req.header('Last-Event-ID'))
      for (let quiet = 0; !isEnding; quiet += 1) {
        if (await send(feed.next())) quiet = 0
        if (quiet > 0 && quiet % QUIET_PARTS === 0) await stream.write(': still here\n\n')
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, isEnding ? 0 : PAUSE_MS)
        })
      }
      if (!stream.aborted) await send(feed.next())
    } finally {
      pages.delete(end)
    }
  })
}
