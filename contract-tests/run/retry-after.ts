import type { Profile } from '../../contract/profile/profile.ts'
import type { Answer } from '../analysis/answer.ts'
import type { ApiClient } from './api-client.ts'
import type { Pace } from './pace.ts'

const REPEATS = 2
const PAUSE_SECONDS = 1
const LONGEST_PAUSE_SECONDS = 30

/**
 * A api that asks again, after a pause, where a read was one call too many (gap `rate-limited-status`). A purchase is
 * not sent again: it would count.
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
        await pace.sleep(pauseSeconds(answer) * 1000)
        answer = await api.send(request)
      }
      return answer
    },
  }
}

/** The pause that the answer asks for in whole seconds (RFC 9110, section 10.2.3), within reason. */
function pauseSeconds({ exchange }: Answer): number {
  const asked = exchange.response?.headers['retry-after'] ?? ''
  return /^\d{1,4}$/.test(asked) ? Math.min(Number(asked), LONGEST_PAUSE_SECONDS) : PAUSE_SECONDS
}
