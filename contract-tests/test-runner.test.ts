import * as vitest from 'vitest'
import { expect, test } from 'vitest'
import type { Profile, Provenance } from '../contract/profile/profile.ts'
import { ASSUMPTIONS } from './assumptions.ts'
import { idleClock } from './broken-servers/idle-clock.fixture.ts'
import { networkTo } from './broken-servers/in-process.fixture.ts'
import { counting } from './broken-servers/run-on.fixture.ts'
import { KEY, type Order, SmallService } from './broken-servers/service.fixture.ts'
import { paceOf } from './target/pace.ts'
import { targetOf } from './target/target.ts'
import { contractSuite, declareSuite, type TestApi } from './test-runner.ts'

/** Declares the suite in a runner, against a service that differs from the profile in three answers. */
function declareBy(api: TestApi, provenance: Profile['provenance'] = {}): void {
  const clock = idleClock()
  const errors = { unauthenticated: 419, notFound: 410, invalidBody: 400 }
  const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY, profile: { errors, provenance } })
  declareSuite(target, api, { network: networkTo(new SmallService(clock), clock), pace: paceOf(clock) })
}

type Body = Parameters<TestApi['test']>[1]

/** The three answers by their provenance, each with the message for its difference. */
const DIFFERING = {
  observed: ['unauthenticated-status', 'Expected 419: GET /ping answered 401.'],
  confirmed: ['invalid-body-status', 'Expected 400: POST /orders answered 422.'],
  assumed: ['not-found-status', 'Expected 410: GET /orders/'],
} as const satisfies Record<Provenance, unknown>

/** A runner that only collects the declared tests, by name. */
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

/** The test that the suite declares for an answer. All of them share one run. */
function declared(provenance: Provenance): Body {
  const [gap] = DIFFERING[provenance]
  const body = bodies.get(ASSUMPTIONS[gap]?.title ?? '')
  if (body === undefined) throw new Error(`The suite declares no test for ${gap}.`)
  return body
}

/** A test context that can skip, and records the reasons. */
function skipping() {
  const reasons: string[] = []
  return { reasons, skip: (reason: string) => reasons.push(reason) }
}

test.for(['observed', 'confirmed'] as const)(
  'an answer with the provenance %s that differs fails its test',
  async (provenance) => {
    const context = skipping()
    await expect(declared(provenance)(context)).rejects.toThrow(DIFFERING[provenance][1])
    expect(context.reasons).toEqual([])
  },
)

test('an assumed answer that differs skips its test with the reason', async () => {
  const context = skipping()
  await declared('assumed')(context)
  expect(context.reasons).toEqual([expect.stringContaining(DIFFERING.assumed[1])])
})

test('a runner with a function as context, such as Vitest, can skip, too', async () => {
  const { reasons, skip } = skipping()
  await declared('assumed')(Object.assign(() => {}, { skip }))
  expect(reasons).toEqual([expect.stringContaining(DIFFERING.assumed[1])])
})

test('in a runner that cannot skip a running test, such as Jest, the test fails with the reason', async () => {
  await expect(declared('assumed')()).rejects.toThrow(`Not observed: ${DIFFERING.assumed[1]}`)
})

test('an address and a key are enough to declare every test', () => {
  const declared = collecting()
  contractSuite({ baseUrl: 'http://service.invalid', apiKey: KEY }, declared.api)
  expect([...declared.bodies.keys()]).toEqual([...bodies.keys()])
})

test('no declared test has a parameter, since Jest would wait for a callback', () => {
  expect(declared('assumed')).toHaveLength(0)
})

// Declares the suite with Vitest fixtures: Vitest then reads the parameters of each test, and passes the context to
// all.
declareBy({ ...vitest, test: test.extend('shop', 'SHOP') })

test('a check that runs alone blames the service only after the clauses that it needs were checked', async () => {
  const clock = idleClock()
  class BuysAgain extends SmallService {
    override replay(order: Order) {
      this.debit(order)
      return this.purchaseAnswer(this.summary(order, 'replay'), order)
    }
  }
  const target = targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY })
  const network = networkTo(new BuysAgain(clock), clock)
  const { bodies: tests, api: runner } = collecting()
  declareSuite(target, runner, { network, pace: paceOf(clock) })
  const context = skipping()
  await tests.get(
    'after a client disconnected before the answer, the identical body finds the purchase, and it costs one card',
  )?.(context)
  expect(context.reasons).toEqual([
    expect.stringContaining('This needs same-body-same-purchase, which is broken.'),
  ])
})

test.for([
  ['lookup-position', 2],
  ['key-required', 10],
  ['ping-ok', 0],
] as const)('the tests of %s send %i purchases if they run alone', async ([clause, purchases]) => {
  const clock = idleClock()
  const { arrived, network } = counting(SmallService, clock)
  const bodies: Body[] = []
  let isChosen = false
  declareSuite(
    targetOf({ baseUrl: 'http://service.invalid', apiKey: KEY }),
    {
      describe: (name, declare) => {
        isChosen = name.startsWith(clause)
        declare()
      },
      test: (name, body) => {
        if (isChosen || name.startsWith(clause)) bodies.push(body)
      },
    },
    { network, pace: paceOf(clock) },
  )
  for (const body of bodies) await body({ skip: () => {} })
  expect(arrived.purchases).toBe(purchases)
})
