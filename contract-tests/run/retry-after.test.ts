import { expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Answer } from './answer.ts'
import type { ApiClient } from './api-client.ts'
import { advancedPace } from './pace.ts'
import { Recorder } from './recorder.ts'
import { retryingClient } from './retry-after.ts'

const START = 1_000_000

/** A client that returns the given statuses one after another, and records the waits. */
function scripted(statuses: readonly number[], retryAfter: string | undefined) {
  const clock = manualClock(START)
  const pace = advancedPace(clock)
  const recorder = new Recorder(pace, [], 'Authorization')
  const left = [...statuses]
  const api: ApiClient = {
    async send({ operation }): Promise<Answer> {
      const status = left.shift() ?? 200
      const finish = recorder.send({ operation, method: 'GET', target: '/', headers: {}, body: null })
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      return { exchange: finish({ status, headers, body: '' }), status, json: undefined, failure: null }
    },
  }
  return {
    api: retryingClient(api, { profile: DEFAULT_PROFILE, pace }),
    waited: () => (clock.now() - START) / 1000,
  }
}

test.for([
  ['waits as long as it is asked to', [429], '7', 200, 7],
  ['waits a second where it is not asked to', [429, 429], undefined, 200, 2],
  ['waits a second where a date is given', [429], 'Wed, 21 Oct 2026 07:28:00 GMT', 200, 1],
  ['waits half a minute at most', [429], '3600', 200, 30],
  ['gives up after two repeats', [429, 429, 429, 200], '1', 429, 2],
  ['takes any other answer as it is', [503, 200], '5', 503, 0],
] as const)('a read %s', async ([, statuses, retryAfter, status, seconds]) => {
  const { api, waited } = scripted(statuses, retryAfter)
  expect((await api.send({ operation: 'ping' })).status).toBe(status)
  expect(waited()).toBe(seconds)
})

test('a purchase is not sent again', async () => {
  const { api, waited } = scripted([429], '7')
  expect((await api.send({ operation: 'createOrder', body: '{}' })).status).toBe(429)
  expect(waited()).toBe(0)
})
