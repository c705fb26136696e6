import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { Answer } from '../../analysis/answer.ts'
import { Broken, NotObserved } from '../../analysis/verdict-errors.ts'
import { realPace } from '../../run/pace.ts'
import { Recorder } from '../../run/recorder.ts'
import { openSession } from '../../run/session.ts'
import { targetOf } from '../../run/target.ts'
import { expectStatus, isRefusalOfKey } from './hold-profile.ts'

const PROFILE = resolveProfile({})
const session = openSession(targetOf({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pk_test_telling' }))

function answerOf(status: number | null): Answer {
  const sent = { operation: 'ping', method: 'GET', target: '/ping', headers: {}, body: null } as const
  const exchange = new Recorder(realPace, [], 'Authorization').send(sent)(null)
  return { exchange, status, json: undefined, failure: status === null ? 'no answer' : null }
}

describe('a status of the profile', () => {
  test.for([
    ['holds where the refusal has it', 'notFound', [404, 404], undefined],
    ['differs where the refusal has another', 'notFound', [404, 410], Broken],
    ['differs for a key that is refused otherwise', 'unauthenticated', [403], Broken],
    ['is not observed where the service was busy or down', 'notFound', [429, 503, 500], NotObserved],
    ['is not observed where the caller was refused', 'notFound', [401], NotObserved],
    ['is not observed where nothing was refused or answered', 'unauthenticated', [200, null], NotObserved],
  ] as const)('%s', ([, key, statuses, thrown]) => {
    const held = () => expectStatus(statuses.map(answerOf), key, session)
    if (thrown === undefined) expect(held()).toHaveLength(1)
    else expect(held).toThrow(thrown)
  })
})

test.for([
  [401, true],
  [400, true],
  [403, false],
  [404, false],
  [503, false],
  [null, false],
] as const)('a first call that is answered %s is a refusal of the key: %s', ([status, isSo]) => {
  expect(isRefusalOfKey(answerOf(status), PROFILE)).toBe(isSo)
})
