/** A request to send again and again. `{n}` in its body stands for a number of seven digits that was not used before. */
export type LoadRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }

/** What load is to be put on a server. */
export type LoadPlan = {
  readonly port: number
  readonly request: LoadRequest
  readonly headers: Readonly<Record<string, string>>
  /** Kept alive; each has one request under way at a time. */
  readonly connections: number
  /** Load that is not measured, before that which is. */
  readonly warmUpSeconds: number
  /** When the measurement ends: after so many seconds, or so many requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number }
  /** How often each connection asks; without it, as soon as it is answered. */
  readonly everyMs?: number
}

/** What became of it. Only what was answered within the measurement counts. */
export type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** How many answers had which status, those of the warm-up with them. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that were refused or lost. */
  readonly failures: number
  /** How busy the process of the load was: a share of one core. */
  readonly busy: number
}

/** The text of a request in two parts, between which a number goes; one part where it has no place for one. */
export function requestParts({ request, headers }: Pick<LoadPlan, 'request' | 'headers'>): string[] {
  const { method, path, body } = request
  const bodyHeaders = body === undefined ? {} : { 'Content-Length': numbered(body).length }
  const lines = Object.entries({ Host: 'localhost', ...headers, ...bodyHeaders }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`.split('{n}')
}

/** The first number: every one after it is as long. */
export const FIRST_NUMBER = 1_000_000

function numbered(body: string): string {
  return body.replace('{n}', String(FIRST_NUMBER))
}

/**
 * Says why a result proves nothing: an answer that was no success, or a connection that was lost.
 *
 * @throws {Error} if so.
 */
export function assertServed(result: LoadResult, what: string): LoadResult {
  const unserved = Object.keys(result.statuses).filter((status) => !/^2\d\d$/.test(status))
  if (unserved.length === 0 && result.failures === 0 && result.requests > 0) return result
  const found = JSON.stringify(result.statuses)
  throw new Error(
    `${what}: every request must be answered with 2xx; found ${result.requests} in time, statuses ${found}, ${result.failures} connections lost. The run counts for nothing.`,
  )
}
