import type { InProcessFetch } from '../mock-server/fetch.ts'
import { explainAbort } from './fake-timers.ts'

/** The platform's `setImmediate`, also when a test installs fake timers. */
const { setImmediate } = globalThis

/**
 * A `fetch` that lets timers fire before each call, as a network does: without it, a client that polls without a
 * pause would block the timeout of its test. The signal ends it.
 */
export function inTurns(fetch: InProcessFetch, ending: AbortSignal): InProcessFetch {
  return async (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    if (own) explainAbort(own)
    await new Promise<void>((resolve) => setImmediate(resolve))
    return fetch(input, { ...init, signal: AbortSignal.any(own ? [own, ending] : [ending]) })
  }
}
