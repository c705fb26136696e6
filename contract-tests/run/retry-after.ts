import type { Answer } from './answer.ts'

const LONGEST_PAUSE_MS = 30_000

/** The pause that an answer asks for in whole seconds (RFC 9110, section 10.2.3), in milliseconds; at most 30 seconds. */
export function retryAfterMs({ exchange }: Pick<Answer, 'exchange'>, defaultMs: number): number {
  const asked = exchange.response?.headers['retry-after'] ?? ''
  return /^\d{1,4}$/.test(asked) ? Math.min(Number(asked) * 1000, LONGEST_PAUSE_MS) : defaultMs
}
