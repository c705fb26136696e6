import { expect, test } from 'vitest'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { adviceOn, findingOf } from '../testing/certification.fixture.ts'
import {
  type Circumstances,
  type Client,
  clientJournal,
  type Program,
} from '../testing/client-journal.fixture.ts'

const judged = (sku: ScenarioSku, program: Program, circumstances: Circumstances = {}) =>
  findingOf('one-reference-per-purchase', clientJournal(sku, program, circumstances))
const costs = (sku: ScenarioSku, program: Program) =>
  adviceOn('one-reference-per-purchase', clientJournal(sku, program)).consequence
const buying =
  (...references: readonly string[]) =>
  (client: Client) => {
    for (const reference of references) client.buy(reference)
  }

/** A client that buys again once the first order has settled. */
const afterIt = (client: Client) => {
  client.buy('SHOP:1')
  client.wait(3.01)
  client.lookUp('SHOP:1')
  client.buy('SHOP:2')
}
/** One that fails after it sent the first purchase again never meant it as the second. */
const failing = (client: Client) => {
  buying('SHOP:1', 'SHOP:1')(client)
  return 1
}

test.each<[string, ScenarioSku, Program, string, Circumstances?]>([
  ['two references for two', 'SCENARIO-TWO-CARDS', buying('SHOP:1', 'SHOP:2'), 'kept'],
  ['one for two', 'SCENARIO-TWO-CARDS', buying('SHOP:1'), 'not-observed'],
  ['one for one', 'SCENARIO-AT-ONCE', buying('SHOP:1'), 'not-observed'],
  ['three for two', 'SCENARIO-TWO-CARDS', buying('SHOP:1', 'SHOP:2', 'SHOP:3'), 'broken'],
  ['one twice, and a failure', 'SCENARIO-TWO-CARDS', failing, 'not-observed'],
  ['another while it is PROCESSING', 'SCENARIO-PROCESSING', buying('SHOP:1', 'SHOP:2'), 'broken'],
  ['another after a failure', 'SCENARIO-FAILS', afterIt, 'not-observed'],
  ['another after an unknown state', 'SCENARIO-UNKNOWN-STATE', afterIt, 'broken'],
  ['another after a refusal', 'SCENARIO-WITHDRAWN', buying('SHOP:1', 'SHOP:2'), 'not-observed'],
  [
    'two for one, by a service',
    'SCENARIO-AT-ONCE',
    buying('SHOP:1', 'SHOP:2'),
    'broken',
    { isListening: true },
  ],
  ['two by a service, after a failure', 'SCENARIO-FAILS', afterIt, 'not-observed', { isListening: true }],
  // Where nobody said how many, two settled purchases are two purchases.
  ['two for any', 'SCENARIO-AT-ONCE', buying('SHOP:1', 'SHOP:2'), 'not-observed', { isUnplanned: true }],
])('of %s, in %s', (_, sku, program, verdict, circumstances) => {
  expect(judged(sku, program, circumstances).verdict).toBe(verdict)
})

test('one reference for two purchases is one purchase, and says what was paid', () => {
  const twice = buying('SHOP:1', 'SHOP:1')
  expect(judged('SCENARIO-TWO-CARDS', twice)).toMatchObject({ verdict: 'broken', breaks: [1] })
  expect(costs('SCENARIO-TWO-CARDS', twice)).toContain(
    'the second card was not bought, and the balance stayed at 125.00 USD',
  )
})

test('two purchases under one reference that arrive at the same moment share it', () => {
  const atOnce = (client: Client) => {
    const { nowMs } = client
    client.buy('SHOP:1')
    client.nowMs = nowMs
    client.buy('SHOP:1')
  }
  expect(judged('SCENARIO-TWO-AT-ONCE', atOnce)).toMatchObject({ verdict: 'broken', breaks: [1] })
})

test('a purchase beyond the intended number is one too many', () => {
  const oneMore = buying('SHOP:1', 'SHOP:2')
  expect(judged('SCENARIO-AT-ONCE', oneMore)).toMatchObject({
    verdict: 'broken',
    restsOn: ['settled-states'],
  })
  expect(costs('SCENARIO-AT-ONCE', oneMore)).toContain('125.00 USD → 100.00 USD')
})

test('of two that are PROCESSING, a third replaces the one that is abandoned', () => {
  const trial = clientJournal('SCENARIO-TWO-PACES', (client) => {
    for (const reference of ['SHOP:1', 'SHOP:2', 'SHOP:3']) client.buy(reference)
    client.wait(4.1)
    for (const reference of ['SHOP:1', 'SHOP:3']) client.lookUp(reference)
  })
  expect(findingOf('one-reference-per-purchase', trial).message).toContain('"SHOP:2" was PROCESSING')
  expect(findingOf('follows-until-settled', trial).verdict).not.toBe('broken')
})

test('a used reference for another card is a reuse, once the outcome of the first is known', () => {
  const finding = judged('SCENARIO-AT-ONCE', (client) => {
    client.buy('SHOP:1')
    client.buy('SHOP:1', { sku: 'CARD-25' })
  })
  expect(finding).toMatchObject({ verdict: 'broken', breaks: [1] })
})

test('a conflict shows that it was used elsewhere in the recording', () => {
  const finding = judged('SCENARIO-AT-ONCE', (client) => {
    client.buy('SHOP:1', { sku: 'CARD-25' })
    client.buy('SHOP:1')
    // As when all scenarios share one sandbox, and the first use is in the trial of another.
    client.exchanges.shift()
  })
  expect(finding).toMatchObject({ verdict: 'broken', restsOn: ['reference-conflict'] })
})
