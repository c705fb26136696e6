import type { SentRequest } from './http-client.ts'
import { openRequest } from './open-request.ts'
import type { HttpProxy } from './proxy.ts'

/**
 * Writes a complete request, and closes its connection this many milliseconds later; 0 closes at once. An aborted signal
 * closes it, too.
 */
export type Cut = (baseUrl: string, sent: SentRequest, afterMs: number, signal?: AbortSignal) => Promise<void>

/** How long a connection may take to open, and to take the request. */
const PATIENCE_MS = 15_000

/** Over a socket, by a proxy where there is one: resolves once the connection is closed, and never rejects. */
export function socketCut(proxy: HttpProxy | undefined): Cut {
  return (baseUrl, { method, target, headers, body }, afterMs, ending) =>
    new Promise((resolve) => {
      const signal = AbortSignal.any([
        AbortSignal.timeout(PATIENCE_MS),
        ...(ending === undefined ? [] : [ending]),
      ])
      // A connection of its own: closing it must not affect another check.
      const request = openRequest(`${baseUrl}${target}`, { method, headers, signal, mayShare: false, proxy })
      request.on('close', resolve).on('error', () => resolve())
      request.on('finish', () => setTimeout(() => request.destroy(), afterMs))
      request.end(body)
    })
}
