import type { InProcessFetch } from '../mock-server/fetch.ts'

/** The platform's own, also where a test puts fake timers in its place. */
const { setImmediate } = globalThis

/**
 * A `fetch` that lets timers have their turn before each call, as a network does: else a client that polls without a
 * pause would keep the timeout of its test from firing. It ends with a signal.
 */
export function inTurns(fetch: InProcessFetch, ending: AbortSignal): InProcessFetch {
  return async (input, init) => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    const request = new Request(input, init)
    return fetch(request, { signal: AbortSignal.any([request.signal, ending]) })
  }
}
