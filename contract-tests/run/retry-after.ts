import type { Profile } from '../../contract/profile/profile.ts'
import type { Answer } from '../analysis/answer.ts'
import type { ApiClient } from './api-client.ts'
import type { Pace } from './pace.ts'

const REPEATS = 2
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * A client that repeats a read after a pause when it was rate-limited (gap `rate-limited-status`). A purchase is not
 * sent again: the budget would count it.
 */
export function retryingClient(
  api: ApiClient,
  { profile, pace }: { readonly profile: Profile; readonly pace: Pace },
): ApiClient {
  return {
    async send(request) {
      let answer = await api.send(request)
      for (let repeats = 0; repeats < REPEATS; repeats += 1) {
        if (answer.status !== profile.errors.rateLimited || request.body !== undefined) break
        await pace.sleep(retryAfterMs(answer, PAUSE_MS))
        answer = await api.send(request)
      }
      return answer
    },
  }
}

/** The pause that an answer asks for in whole seconds (RFC 9110, section 10.2.3), in milliseconds; at most 30 seconds. */
export function retryAfterMs({ exchange }: Pick<Answer, 'exchange'>, defaultMs: number): number {
  const asked = exchange.response?.headers['retry-after'] ?? ''
  return /^\d{1,4}$/.test(asked) ? Math.min(Number(asked) * 1000, LONGEST_PAUSE_MS) : defaultMs
}
