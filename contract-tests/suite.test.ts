import * as vitest from 'vitest'
import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import type { Provenance } from '../contract/profile/profile.ts'
import { ORDINARY_PARTNER } from '../fixtures/partners.ts'
import { createApp } from '../mock-server/app.ts'
import { inProcess } from './mutants/in-process.ts'
import { advancedPace } from './run/pace.ts'
import { targetOf } from './run/target.ts'
import { declareSuite, type TestApi } from './suite.ts'

/** Declares the suite by a runner, against a mock in this process that answers 401 where the profile says 419. */
function declareBy(api: TestApi, provenance: Provenance = 'assumed'): void {
  const clock = manualClock()
  const apiKey = 'pk_test_suite'
  const partners = [{ ...ORDINARY_PARTNER, key: apiKey }]
  const app = createApp({ clock, partners, unknownKeys: 'reject' })
  const profile = { errors: { unauthenticated: 419 }, provenance: { 'errors.unauthenticated': provenance } }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey, profile })
  const network = inProcess(async (request) => app.fetch(request))
  declareSuite(target, api, { network, pace: advancedPace(clock) })
}

type Body = Parameters<TestApi['test']>[1]

const TITLE = 'a call without a key is refused with the profile’s status'
const FOUND = 'Expected 419: GET /ping answered 401.'

const known = new Map<Provenance, Body>()

/** The test that the suite declares for that answer of the profile: all of them share one run. */
function declared(provenance: Provenance): Body {
  const body = known.get(provenance) ?? declaredAnew(provenance)
  known.set(provenance, body)
  return body
}

function declaredAnew(provenance: Provenance): Body {
  const bodies = new Map<string, Body>()
  const describe = (_: string, declare: () => void) => declare()
  declareBy({ describe, test: (name, body) => bodies.set(name, body) }, provenance)
  const body = bodies.get(TITLE)
  if (body === undefined) throw new Error(`The suite declares no test "${TITLE}".`)
  return body
}

/** What a runner hands over that can skip a test, and for what reasons it did. */
function skipping() {
  const reasons: string[] = []
  return { reasons, skip: (reason: string) => reasons.push(reason) }
}

test.for(['observed', 'confirmed'] as const)(
  'an answer that was %s and differs fails its test',
  async (provenance) => {
    const context = skipping()
    await expect(declared(provenance)(context)).rejects.toThrow(FOUND)
    expect(context.reasons).toEqual([])
  },
)

test('an answer that is only assumed and differs is a skipped test with the reason', async () => {
  const context = skipping()
  await declared('assumed')(context)
  expect(context.reasons).toEqual([FOUND])
})

test('a runner that hands over a function, as Vitest does, can skip as well', async () => {
  const { reasons, skip } = skipping()
  await declared('assumed')(Object.assign(() => {}, { skip }))
  expect(reasons).toEqual([FOUND])
})

test('a runner that can skip no test that runs, as Jest, fails it with the reason', async () => {
  await expect(declared('assumed')()).rejects.toThrow(`Not observed: ${FOUND}`)
})

test('no test takes a parameter: Jest would wait for a callback', () => {
  expect(declared('assumed')).toHaveLength(0)
})

// Vitest reads the parameters of a test that has fixtures, and hands the context to all.
declareBy({ ...vitest, test: test.extend('shop', 'SHOP') })
