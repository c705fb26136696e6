import { expect, test, vi } from 'vitest'
import type { Provenance } from '../contract/profile/profile.ts'
import { createApp } from '../mock-server/app.ts'
import { inProcess } from './http/network.ts'
import { targetOf } from './run/target.ts'
import { declareSuite } from './suite.ts'

type Body = (context: { skip: (note: string) => void }) => Promise<void>

/** The test that the suite declares for one title, against a mock that answers 401 where the profile says 419. */
function declared(title: string, provenance: Provenance): Body {
  const app = createApp()
  const profile = { errors: { unauthenticated: 419 }, provenance: { 'errors.unauthenticated': provenance } }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_suite', profile })
  const network = inProcess(async (request) => app.fetch(request))
  const bodies = new Map<string, Body>()
  const fake = {
    describe: (_: string, declare: () => void) => declare(),
    test: (name: string, _: object, body: Body) => void bodies.set(name, body),
  }
  declareSuite(target, fake, { network })
  const body = bodies.get(title)
  if (body === undefined) throw new Error(`The suite declares no test "${title}".`)
  return body
}

const TITLE = 'a call without a key is refused with the profile’s status'

test.for(['observed', 'confirmed'] as const)(
  'an answer that was %s and differs fails its test',
  async (provenance) => {
    const run = declared(TITLE, provenance)({ skip: () => {} })
    await expect(run).rejects.toThrow('Expected 419: GET /ping answered 401.')
  },
)

test('an answer that is only assumed and differs is a skipped test with the reason', async () => {
  const skip = vi.fn()
  await declared(TITLE, 'assumed')({ skip })
  expect(skip).toHaveBeenCalledExactlyOnceWith('Expected 419: GET /ping answered 401.')
})
