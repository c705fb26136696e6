import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { FAST_CLOCK } from '../contract/testing/fast-clock.fixture.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { sampleOf } from '../contract/testing/sample.fixture.ts'
import { runSuite } from '../contract-tests/run.ts'
import { paceOf } from '../contract-tests/target/pace.ts'
import { targetOf } from '../contract-tests/target/target.ts'
import { ALLOWLISTED_PARTNER } from '../fixtures/partners.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { createMock } from '../mock-server/app.ts'
import { inProcess, openSandbox, served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { violationsOf } from './testing/violations.fixture.ts'

const PROFILES = { 'a profile that differs everywhere': OTHER_PROFILE, 'the defaults': {} }

test.each(sampleOf(Object.entries(PROFILES), 2))(
  'under %s, every answer of every scenario fits the document',
  async (_, given) => {
    const [clock, profile] = [manualClock(), resolveProfile(given)]
    const mock = createMock({ profile: given, clock })
    for (const { sku } of SCENARIOS) {
      const sandbox = openSandbox(inProcess(mock.app), { profile })
      const [buy, lookUp] = [() => sandbox.buy(sku), () => sandbox.lookUp('TEST:1')]
      for (const ask of [buy, lookUp, buy, lookUp, buy, lookUp]) {
        let isUnderWay = true
        const ended = ask()
          .then((answer) => answer.text())
          // An answer may be lost: what was decided is in the journal.
          .catch(() => {})
          .finally(() => {
            isUnderWay = false
          })
        // An answer may be delayed.
        while (isUnderWay) {
          clock.advance(1000)
          await setImmediate()
        }
        await ended
      }
    }
    const exchanges = mock.journal()
    expect(exchanges).toHaveLength(6 * SCENARIOS.length)
    expect(violationsOf(profile)(exchanges)).toEqual([])
  },
)

test('every exchange of the contract suite fits the document', async () => {
  const mock = await served({ clock: FAST_CLOCK })
  const apiKey = 'pk_test_recorded_suite'
  const notAllowedKey = ALLOWLISTED_PARTNER.key
  const target = targetOf({ baseUrl: mock.url, apiKey, profile: resolveProfile({}), notAllowedKey })
  await runSuite(target, { pace: paceOf(FAST_CLOCK) })
  expect(mock.journal().length).toBeGreaterThan(40)
  expect(violationsOf(resolveProfile({}))(mock.journal())).toEqual([])
})
