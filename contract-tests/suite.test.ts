import * as vitest from 'vitest'
import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import type { Profile, Provenance } from '../contract/profile/profile.ts'
import { ORDINARY_PARTNER } from '../fixtures/partners.ts'
import { createApp } from '../mock-server/app.ts'
import { ASSUMPTIONS } from './judge/assumptions.ts'
import { inProcess } from './mutants/in-process.ts'
import { advancedPace } from './run/pace.ts'
import { targetOf } from './run/target.ts'
import { contractSuite, declareSuite, type TestApi } from './suite.ts'

/** Declares the suite by a runner, against a mock in this process that differs from the profile in three answers. */
function declareBy(api: TestApi, provenance: Profile['provenance'] = {}): void {
  const clock = manualClock()
  const apiKey = 'pk_test_suite'
  const partners = [{ ...ORDINARY_PARTNER, key: apiKey }]
  const app = createApp({ clock, partners, unknownKeys: 'reject' })
  const errors = { unauthenticated: 419, notFound: 410, invalidBody: 400 }
  const target = targetOf({ baseUrl: 'http://mock.invalid', apiKey, profile: { errors, provenance } })
  const network = inProcess(async (request) => app.fetch(request))
  declareSuite(target, api, { network, pace: advancedPace(clock) })
}

type Body = Parameters<TestApi['test']>[1]

/** Where each of the three answers comes from, and what is found in its place. */
const DIFFERING = {
  observed: ['unauthenticated-status', 'Expected 419: GET /ping answered 401.'],
  confirmed: ['invalid-body-status', 'Expected 400: POST /orders answered 422.'],
  assumed: ['not-found-status', 'Expected 410: GET /orders/'],
} as const satisfies Record<Provenance, unknown>

/** A runner that only collects the tests that are declared, by their names. */
function collecting() {
  const bodies = new Map<string, Body>()
  const api: TestApi = {
    describe: (_, declare) => declare(),
    test: (name, body) => bodies.set(name, body),
  }
  return { bodies, api }
}

const { bodies, api } = collecting()
declareBy(api, { 'errors.unauthenticated': 'observed', 'errors.invalidBody': 'confirmed' })

/** The test that the suite declares for an answer: all of them share one run. */
function declared(provenance: Provenance): Body {
  const [gap] = DIFFERING[provenance]
  const body = bodies.get(ASSUMPTIONS[gap]?.title ?? '')
  if (body === undefined) throw new Error(`The suite declares no test for ${gap}.`)
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
    await expect(declared(provenance)(context)).rejects.toThrow(DIFFERING[provenance][1])
    expect(context.reasons).toEqual([])
  },
)

test('an answer that is only assumed and differs is a skipped test with the reason', async () => {
  const context = skipping()
  await declared('assumed')(context)
  expect(context.reasons).toEqual([expect.stringContaining(DIFFERING.assumed[1])])
})

test('a runner that hands over a function, as Vitest does, can skip as well', async () => {
  const { reasons, skip } = skipping()
  await declared('assumed')(Object.assign(() => {}, { skip }))
  expect(reasons).toEqual([expect.stringContaining(DIFFERING.assumed[1])])
})

test('a runner that can skip no test that runs, as Jest, fails it with the reason', async () => {
  await expect(declared('assumed')()).rejects.toThrow(`Not observed: ${DIFFERING.assumed[1]}`)
})

test('an address and a key are enough to declare every test', () => {
  const declared = collecting()
  contractSuite({ baseUrl: 'http://mock.invalid', apiKey: 'pk_test_suite' }, declared.api)
  expect([...declared.bodies.keys()]).toEqual([...bodies.keys()])
})

test('no test takes a parameter: Jest would wait for a callback', () => {
  expect(declared('assumed')).toHaveLength(0)
})

// Vitest reads the parameters of a test that has fixtures, and hands the context to all.
declareBy({ ...vitest, test: test.extend('shop', 'SHOP') })
