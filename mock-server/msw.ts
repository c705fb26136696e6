import { type HttpHandler, http } from 'msw/http'
import { type InProcessOptions, inProcessMock } from './fetch.ts'

/**
 * Request handlers for Mock Service Worker 3, for its `setupServer` or `setupWorker`. The mock answers what is below
 * the base address; every other request is left to other handlers, and to `onUnhandledFrame`.
 *
 * If a client takes a `fetch`, pass it the one of `createFetch` instead: it intercepts nothing, and costs less.
 *
 * @throws {TypeError} when the base address can't be used.
 * @throws {ProfileError} when the profile can't be used.
 *
 * @example
 * const server = setupServer(...handlers({ baseUrl: 'https://api.example/v1' }))
 * server.listen()
 */
export function handlers(options: InProcessOptions): HttpHandler[] {
  const { base, respond } = inProcessMock(options)
  return [
    http.all(
      ({ request }) => base.below(request.url) !== undefined,
      ({ request }) => respond(request),
    ),
  ]
}
