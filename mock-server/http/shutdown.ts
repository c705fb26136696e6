import type { Server } from 'node:http'

/** How long answers that are under way may take. */
const LAST_ANSWERS_MS = 2_000
/** How often it is looked after connections that have become idle meanwhile. */
const SWEEP_MS = 10

/** What shuts a server down, however often it is called: the last answers end, and every connection is closed. */
export function closerOf(server: Server): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= closed(server)
    return closing
  }
}

/** A connection that is kept alive is idle only after its answer: by then a server that was closed looks away. */
function closed(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  return new Promise((resolve, reject) => {
    server.close((error) => {
      clearInterval(sweep)
      clearTimeout(cut)
      error === undefined ? resolve() : reject(error)
    })
    server.closeIdleConnections()
  })
}
