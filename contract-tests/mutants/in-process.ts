import type { Network } from '../http/http-client.ts'

const LATEST_MS = 40

/**
 * A target in this process. A client timeout aborts the signal of its request.
 *
 * @param serve answers each request.
 *
 * @example
 * const history = await runSuite(target, { network: inProcess((request) => app.fetch(request)) })
 */
export function inProcess(serve: (request: Request) => Promise<Response>): Network {
  return {
    dispatch: async (baseUrl, { method, target, headers, body }) => {
      const response = await serve(new Request(`${baseUrl}${target}`, { method, headers, body }))
      const { status } = response
      return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
    cut: async (baseUrl, { method, target, headers, body }, afterMs) => {
      const client = new AbortController()
      const request = new Request(`${baseUrl}${target}`, { method, headers, body, signal: client.signal })
      void serve(request).catch(() => undefined)
      // A server here answers within this time: a client that would stay longer leaves as late as any.
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(afterMs, LATEST_MS)))
      client.abort()
      // As over a socket, the next request arrives later.
      for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve))
      return true
    },
  }
}
