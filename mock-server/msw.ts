import { type HttpHandler, HttpResponse, http } from 'msw'
import { ConnectionLost } from './connection-lost.ts'
import { type BaseUrl, type InProcessOptions, inProcessMock } from './in-process.ts'

/** A mock for the handlers, where nothing of Node can be loaded. */
export { createMock } from './app.ts'

/**
 * Request handlers for Mock Service Worker, for its `setupServer` or `setupWorker`. The mock answers what is below
 * the base address; every other request is left to other handlers, and to `onUnhandledFrame` (MSW 3) or
 * `onUnhandledRequest` (MSW 2).
 *
 * If a client takes a `fetch`, pass it the one of `createFetch` instead: it intercepts nothing, and costs less.
 *
 * @throws {TypeError} when the base address can't be used, and for a card or a scenario that does not fit.
 * @throws {ProfileError} when the profile can't be used.
 *
 * @example
 * const server = setupServer(...handlers({ baseUrl: 'https://api.example/v1' }))
 * server.listen()
 */
export function handlers(options: InProcessOptions): HttpHandler[] {
  const { base, respond } = inProcessMock(options, false)
  return [http.all(patternOf(base), ({ request }) => respond(request).catch(networkError))]
}

/** What MSW has for a connection that is lost. */
function networkError(error: unknown): Response {
  if (error instanceof ConnectionLost) return HttpResponse.error()
  throw error
}

/** What is below a base address, as a pattern: MSW takes a function in its place only since 2.11. */
function patternOf({ url }: BaseUrl): RegExp {
  return new RegExp(`^${url.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:[/?#]|$)`)
}
