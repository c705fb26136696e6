import type { Answer } from '../analysis/answer.ts'

const DEFAULT_MS = 2000
const MOST_MS = 30_000

/** Whether a service says that it is too busy for a request, not that the request is wrong. */
export function isBusy({ status }: Pick<Answer, 'status'>): boolean {
  return status === 429 || status === 503
}

/** How long a busy service asks to be left alone: `Retry-After` in seconds (RFC 9110, section 10.2.3), within reason. */
export function retryAfterMs({ exchange }: Pick<Answer, 'exchange'>): number {
  const seconds = Number(exchange.response?.headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1000, 0), MOST_MS) : DEFAULT_MS
}
