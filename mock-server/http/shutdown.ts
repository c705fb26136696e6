import type { Server } from 'node:http'

/** How long answers in progress may take. */
const LAST_ANSWERS_MS = 2_000
/** How often connections that have become idle are closed. */
const SWEEP_MS = 10

/** Makes a function that shuts a server down; further calls do nothing: the last answers end, and every connection is closed. */
export function closerOf(server: Server): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= closed(server)
    return closing
  }
}

/** A kept connection is idle only after its answer, when a closed server no longer looks for idle ones. */
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
