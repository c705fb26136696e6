import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { exchange, lookup, purchase } from '../../testing/exchange.fixture.ts'
import { splitTrials } from './split-trials.ts'

const A = 'SCENARIO-AT-ONCE'
const B = 'SCENARIO-LOST-AFTER'
const DEAR = 'SCENARIO-TOO-DEAR'
const scenarios = SCENARIOS.filter(({ sku }) => [A, B, DEAR].includes(sku))

/** The sequence numbers in the trial of each scenario. */
function split(exchanges: readonly Exchange[], profile = DEFAULT_PROFILE): Record<string, number[]> {
  const run = { exchanges, scenarios, profile, endedMs: 1, openingBalance: 50_000 }
  const trials = splitTrials({ ...run, unrecorded: 0 })
  return Object.fromEntries(
    trials.map((trial) => [trial.scenario.sku, trial.exchanges.map(({ seq }) => seq)]),
  )
}

function get(seq: number, target: string, given: Partial<Exchange> = {}): Exchange {
  return exchange({ seq, request: { method: 'GET', target, headers: {}, body: null }, ...given })
}

test('what is about no card belongs to every scenario, and what is about one to its own', () => {
  const exchanges = [
    get(0, '/ping', { operation: 'ping' }),
    get(1, `/products/${A}/price`, { operation: 'getPrice' }),
    purchase(2, A, 'SHOP:1', 'COMPLETED'),
    get(3, '/balance', { operation: 'getBalance' }),
    get(4, `/products/${B}/price`, { operation: 'getPrice' }),
    purchase(5, B, 'SHOP:2'),
  ]
  expect(split(exchanges)).toEqual({ [A]: [0, 1, 2, 3], [B]: [0, 3, 4, 5] })
})

test('a lookup goes where its reference was bought, also before the order is known', () => {
  const exchanges = [
    purchase(0, A, 'SHOP:1/a', 'COMPLETED'),
    { ...purchase(1, B, 'SHOP:2'), order: null },
    lookup(2, 'SHOP:2'),
    lookup(3, 'SHOP:1/a', 'COMPLETED'),
  ]
  expect(split(exchanges)).toEqual({ [A]: [0, 3], [B]: [1, 2] })
})

test('a lookup whose reference stands in a query is read by the profile', () => {
  const profile = resolveProfile({
    lookup: { method: 'GET', path: '/orders?full=1&reference={partnerReference}' },
  })
  const exchanges = [
    purchase(0, A, 'SHOP:1'),
    purchase(1, B, 'SHOP:2'),
    get(2, '/orders?full=1&reference=SHOP%3A2'),
  ]
  expect(split(exchanges, profile)).toEqual({ [A]: [0], [B]: [1, 2] })
})

test('a scenario that nothing was bought of has no trial, whatever prices were read', () => {
  const exchanges = [get(0, `/products/${B}/price`, { operation: 'getPrice' }), purchase(1, A, 'SHOP:1')]
  expect(split(exchanges)).toEqual({ [A]: [1] })
})

test('a card that is too dear has been looked at when its price was read', () => {
  const priced = get(0, `/products/${DEAR}/price`, { operation: 'getPrice' })
  expect(split([priced, purchase(1, A, 'SHOP:1')])).toEqual({ [DEAR]: [0], [A]: [1] })
})

test('what came without the key belongs to every scenario, too', () => {
  const exchanges = [purchase(0, A, 'SHOP:1'), get(1, '/ping', { partner: null })]
  expect(split(exchanges)).toEqual({ [A]: [0, 1] })
})

test('what is about a card of no scenario belongs to none', () => {
  expect(split([purchase(0, A, 'SHOP:1'), purchase(1, 'MAGENTA-PENGUIN-10', 'SHOP:2')])).toEqual({ [A]: [0] })
})
