import { expect, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { SCENARIOS, type ScenarioSku } from '../fixtures/scenarios.ts'
import { idleWindowMs } from './listen.ts'
import { splitTrials, stagesOf } from './split-trials.ts'
import { answer, exchange, lookup, purchase } from './testing/exchange.fixture.ts'

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

test('a request about a card goes to its scenario, and a request about no card goes to all scenarios', () => {
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

test('a lookup goes to the scenario that its reference was bought in, even if the purchase has no recorded order', () => {
  const exchanges = [
    purchase(0, A, 'SHOP:1/a', 'COMPLETED'),
    { ...purchase(1, B, 'SHOP:2'), order: null },
    lookup(2, 'SHOP:2'),
    lookup(3, 'SHOP:1/a', 'COMPLETED'),
  ]
  expect(split(exchanges)).toEqual({ [A]: [0, 3], [B]: [1, 2] })
})

test('a lookup with its reference in the query is found by the template of the profile', () => {
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

test('a scenario without a purchase has no trial, even if its price was read', () => {
  const exchanges = [get(0, `/products/${B}/price`, { operation: 'getPrice' }), purchase(1, A, 'SHOP:1')]
  expect(split(exchanges)).toEqual({ [A]: [1] })
})

test('a scenario with a card that is too dear has a trial once its price was read', () => {
  const priced = get(0, `/products/${DEAR}/price`, { operation: 'getPrice' })
  expect(split([priced, purchase(1, A, 'SHOP:1')])).toEqual({ [DEAR]: [0], [A]: [1] })
})

test('a request without the key goes to all scenarios', () => {
  const exchanges = [purchase(0, A, 'SHOP:1'), get(1, '/ping', { partner: null })]
  expect(split(exchanges)).toEqual({ [A]: [0, 1] })
})

test('a purchase of a card without a scenario goes to no scenario', () => {
  expect(split([purchase(0, A, 'SHOP:1'), purchase(1, 'MAGENTA-PENGUIN-10', 'SHOP:2')])).toEqual({ [A]: [0] })
})

const OPENING = 100_000

function stageOf(sku: ScenarioSku, exchanges: readonly Exchange[]) {
  const scenarios = SCENARIOS.filter((scenario) => scenario.sku === sku)
  return stagesOf(exchanges, scenarios, OPENING, DEFAULT_PROFILE).get(sku)
}

const found = (seq: number, reference: string, sku: string, status: string): Exchange => ({
  ...lookup(seq, reference, status),
  order: { partnerReference: reference, sku, effect: 'none' },
})

test('a scenario is under way until the answer that its order is settled was delivered', () => {
  const sku = 'SCENARIO-PROCESSING'
  const bought = purchase(0, sku, 'SHOP:1', 'PROCESSING')
  expect(stageOf(sku, [])).toBe('untouched')
  expect(stageOf(sku, [bought, found(1, 'SHOP:1', sku, 'PROCESSING')])).toBe('under-way')
  const settled = found(2, 'SHOP:1', sku, 'COMPLETED')
  expect(stageOf(sku, [bought, { ...settled, delivery: { outcome: 'cut', atMs: 1 } }])).toBe('under-way')
  expect(stageOf(sku, [bought, settled])).toBe('ended')
})

test('a scenario of two cards ends after two references were settled', () => {
  const sku = 'SCENARIO-TWO-CARDS'
  const [one, again, other] = [1, 2, 3].map((seq) => purchase(seq, sku, seq === 3 ? 'B' : 'A', 'COMPLETED'))
  expect(stageOf(sku, [one, again] as Exchange[])).toBe('under-way')
  expect(stageOf(sku, [one, other] as Exchange[])).toBe('ended')
})

test('a scenario with a card that is too dear ends when its price was read', () => {
  const target = '/products/SCENARIO-TOO-DEAR/price'
  const priced = exchange({
    operation: 'getPrice',
    request: { method: 'GET', target, headers: {}, body: null },
  })
  expect(stageOf('SCENARIO-TOO-DEAR', [priced])).toBe('ended')
})

test('a refusal ends a scenario, unless it invites a retry', () => {
  const refused = (status: number) => ({
    ...purchase(0, 'SCENARIO-WITHDRAWN', 'A'),
    response: answer({}, status),
    delivery: { outcome: 'delivered', atMs: 1 } as const,
  })
  expect(stageOf('SCENARIO-WITHDRAWN', [refused(422)])).toBe('ended')
  for (const status of [429, 503]) expect(stageOf('SCENARIO-WITHDRAWN', [refused(status)])).toBe('under-way')
})

test('a scenario that revokes the key ends when the client was refused', () => {
  const sku = 'SCENARIO-KEY-REVOKED'
  const turnedAway = { ...lookup(1, 'A'), response: answer({}, 401) }
  expect(stageOf(sku, [purchase(0, sku, 'A', 'PROCESSING')])).toBe('under-way')
  expect(stageOf(sku, [purchase(0, sku, 'A', 'PROCESSING'), turnedAway])).toBe('ended')
})

test('a client counts as done only after it has bought everything and no answer is under way', () => {
  const done = exchange({})
  const heldBack = exchange({ delivery: null })
  expect(idleWindowMs(new Map([['A', 'untouched']]), [], [done])).toBeNull()
  expect(idleWindowMs(new Map([['A', 'ended']]), [], [heldBack])).toBeNull()
  expect(idleWindowMs(new Map([['A', 'ended']]), [], [done])).toBe(2_000)
  expect(idleWindowMs(new Map([['A', 'ended']]), SCENARIOS, [done])).toBe(6_000)
  expect(idleWindowMs(new Map([['A', 'under-way']]), SCENARIOS, [done])).toBeGreaterThan(30_000)
})
