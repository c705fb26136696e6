import { streamSSE } from 'hono/streaming'
import type { MockContext } from '../../http/env.ts'
import { Feed } from './feed.ts'

/** At most ten parts a second. */
const PAUSE_MS = 100
/** A silent stream is written to so often, in parts: a proxy would end it, and a page that has gone is noticed. */
const QUIET_PARTS = 150
/** How many pages may be open: each takes a connection, and some time. */
const MOST_PAGES = 20

const TOO_MANY = `There are ${MOST_PAGES} pages open already. Close one, and load this one again.`

/** `GET /__mock/events`: what arrives, as it arrives, as server-sent events. */
export async function streamEvents(c: MockContext): Promise<Response> {
  const mock = c.get('mock')
  const { pages } = mock
  if (pages.size >= MOST_PAGES) return c.json({ error: TOO_MANY }, 503)
  const lastId = c.req.header('Last-Event-ID')
  const ending = new AbortController()
  const end = () => ending.abort()
  pages.add(end)
  return streamSSE(c, async (stream) => {
    stream.onAbort(end)
    try {
      const hello = { replica: mock.store.archive?.others?.own ?? null }
      await stream.writeSSE({ event: 'hello', data: JSON.stringify(hello) })
      const feed = await Feed.open(mock, lastId)
      for (let quiet = 0; !ending.signal.aborted; quiet += 1) {
        for (const event of await feed.next()) {
          await stream.writeSSE(event)
          quiet = 0
        }
        if (quiet > 0 && quiet % QUIET_PARTS === 0) await stream.write(': still here\n\n')
        await pause(ending.signal)
      }
    } finally {
      pages.delete(end)
    }
  })
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, PAUSE_MS)
    signal.addEventListener('abort', wake)
  })
}
