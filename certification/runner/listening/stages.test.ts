import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS, type ScenarioSku } from '../../../fixtures/scenarios.ts'
import { answer, exchange, lookup, purchase } from '../../testing/exchange.fixture.ts'
import { idleWindowMs } from './listen.ts'
import { stagesOf } from './stages.ts'

const OPENING = 100_000

function stageOf(sku: ScenarioSku, exchanges: readonly Exchange[]) {
  const scenarios = SCENARIOS.filter((scenario) => scenario.sku === sku)
  return stagesOf(exchanges, scenarios, OPENING, DEFAULT_PROFILE).get(sku)
}

const found = (seq: number, reference: string, sku: string, status: string): Exchange => ({
  ...lookup(seq, reference, status),
  order: { partnerReference: reference, sku, effect: 'none' },
})

test('a scenario is under way until its order is settled, and that was delivered', () => {
  const sku = 'SCENARIO-PROCESSING'
  const bought = purchase(0, sku, 'SHOP:1', 'PROCESSING')
  expect(stageOf(sku, [])).toBe('untouched')
  expect(stageOf(sku, [bought, found(1, 'SHOP:1', sku, 'PROCESSING')])).toBe('under-way')
  const settled = found(2, 'SHOP:1', sku, 'COMPLETED')
  expect(stageOf(sku, [bought, { ...settled, delivery: { outcome: 'cut', atMs: 1 } }])).toBe('under-way')
  expect(stageOf(sku, [bought, settled])).toBe('ended')
})

test('two cards are two purchases', () => {
  const sku = 'SCENARIO-TWO-CARDS'
  const [one, again, other] = [1, 2, 3].map((seq) => purchase(seq, sku, seq === 3 ? 'B' : 'A', 'COMPLETED'))
  expect(stageOf(sku, [one, again] as Exchange[])).toBe('under-way')
  expect(stageOf(sku, [one, other] as Exchange[])).toBe('ended')
})

test('a card that is too dear has ended when its price was read', () => {
  const target = '/products/SCENARIO-TOO-DEAR/price'
  const priced = exchange({
    operation: 'getPrice',
    request: { method: 'GET', target, headers: {}, body: null },
  })
  expect(stageOf('SCENARIO-TOO-DEAR', [priced])).toBe('ended')
})

test('a refusal ends a scenario, unless it asks to come again', () => {
  const refused = (status: number) => ({
    ...purchase(0, 'SCENARIO-WITHDRAWN', 'A'),
    response: answer({}, status),
    delivery: { outcome: 'delivered', atMs: 1 } as const,
  })
  expect(stageOf('SCENARIO-WITHDRAWN', [refused(422)])).toBe('ended')
  for (const status of [429, 503]) expect(stageOf('SCENARIO-WITHDRAWN', [refused(status)])).toBe('under-way')
})

test('a client whose key was revoked has ended', () => {
  const sku = 'SCENARIO-KEY-REVOKED'
  const turnedAway = { ...lookup(1, 'A'), response: answer({}, 401) }
  expect(stageOf(sku, [purchase(0, sku, 'A', 'PROCESSING')])).toBe('under-way')
  expect(stageOf(sku, [purchase(0, sku, 'A', 'PROCESSING'), turnedAway])).toBe('ended')
})

test('nobody counts as done before all is bought and nothing is under way', () => {
  const done = exchange({})
  const heldBack = exchange({ delivery: null })
  expect(idleWindowMs(new Map([['A', 'untouched']]), [], [done])).toBeNull()
  expect(idleWindowMs(new Map([['A', 'ended']]), [], [heldBack])).toBeNull()
  expect(idleWindowMs(new Map([['A', 'ended']]), [], [done])).toBe(2_000)
  expect(idleWindowMs(new Map([['A', 'ended']]), SCENARIOS, [done])).toBe(7_500)
  expect(idleWindowMs(new Map([['A', 'under-way']]), SCENARIOS, [done])).toBeGreaterThan(30_000)
})
