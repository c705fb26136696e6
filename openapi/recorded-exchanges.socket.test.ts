import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import type { Profile } from '../contract/profile/profile.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { sampleOf } from '../contract/testing/sample.fixture.ts'
import { authHeaderValue } from '../contract/wire/auth.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { operationsOf } from '../contract/wire/operations.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { advancedPace } from '../contract-tests/run/pace.ts'
import { targetOf } from '../contract-tests/run/target.ts'
import { runSuite } from '../contract-tests/run-suite.ts'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { violationsOf } from './testing/violations.fixture.ts'

/** How far time is advanced after a call, or while an answer is delayed. */
const STEP_MS = 1000

/** Everything that a mock records while some calls are made, its time advanced by hand. */
async function recorded(
  given: PartialProfile,
  calls: (mock: Mocked) => Promise<unknown>,
): Promise<readonly Exchange[]> {
  const clock = manualClock()
  const mock = await served({ profile: given, clock })
  await calls({ mock, clock, profile: resolveProfile(given) })
  return mock.journal()
}

type Mocked = {
  readonly mock: Awaited<ReturnType<typeof served>>
  readonly clock: ReturnType<typeof manualClock>
  readonly profile: Profile
}

async function playAll(mocked: Mocked): Promise<void> {
  for (const [index, scenario] of SCENARIOS.entries()) await play(scenario, `pk_test_played_${index}`, mocked)
}

/** Buys the card of a scenario, sends the body again, and looks the order up until it is settled. */
async function play({ sku, faults }: Scenario, key: string, { mock, clock, profile }: Mocked): Promise<void> {
  const { createOrder, lookupOrder } = operationsOf(profile)
  const isDelayed = faults.some(({ does: { kind } }) => kind === 'stall' || kind === 'dribble')
  const headers = { [profile.auth.header]: authHeaderValue(profile.auth, key) }
  const purchase = {
    method: createOrder.method,
    path: createOrder.path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ partnerReference: 'SHOP:1', sku }),
  }
  const lookup = {
    method: lookupOrder.method,
    path: expandPath(lookupOrder.path, { partnerReference: 'SHOP:1' }),
    headers,
  }
  for (const { path, ...request } of [purchase, lookup, purchase, lookup, purchase, lookup]) {
    let isUnderWay = true
    const ended = fetch(mock.url + path, request)
      .then((answer) => answer.text())
      // A lost answer is recorded, too.
      .catch(() => undefined)
      .finally(() => {
        isUnderWay = false
      })
    while (isDelayed && isUnderWay) {
      clock.advance(STEP_MS)
      await setImmediate()
    }
    await ended
    clock.advance(STEP_MS)
  }
}

const PROFILES = { 'a profile that differs everywhere': OTHER_PROFILE, 'the defaults': {} }

test.each(sampleOf(Object.entries(PROFILES), 2))(
  'under %s, every answer of every scenario fits the document',
  async (_, given) => {
    const exchanges = await recorded(given, playAll)
    expect(exchanges.length).toBe(6 * SCENARIOS.length)
    expect(violationsOf(resolveProfile(given))(exchanges)).toEqual([])
  },
)

test('every exchange of the contract suite fits the document', async () => {
  const exchanges = await recorded({}, ({ mock, clock, profile }) => {
    const target = targetOf({
      baseUrl: mock.url,
      apiKey: 'pk_test_recorded_suite',
      profile,
      notAllowedKey: ALLOWLISTED_PARTNER.key,
    })
    return runSuite(target, { pace: advancedPace(clock) })
  })
  expect(exchanges.length).toBeGreaterThan(40)
  expect(violationsOf(resolveProfile({}))(exchanges)).toEqual([])
})
