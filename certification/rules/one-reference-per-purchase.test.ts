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

/** Buys again once the first order has settled. */
const buyingAgainLater = (client: Client) => {
  client.buy('SHOP:1')
  client.wait(3.01)
  client.lookUp('SHOP:1')
  client.buy('SHOP:2')
}
/** A client that resends its first purchase and then fails never meant the resend as a second purchase. */
const failing = (client: Client) => {
  buying('SHOP:1', 'SHOP:1')(client)
  return 1
}

test.each<[string, ScenarioSku, string, Program, Circumstances?]>([
  ['two references for two cards', 'SCENARIO-TWO-CARDS', 'kept', buying('SHOP:1', 'SHOP:2')],
  ['one reference for two cards, sent once', 'SCENARIO-TWO-CARDS', 'not-observed', buying('SHOP:1')],
  ['one reference for one card', 'SCENARIO-AT-ONCE', 'not-observed', buying('SHOP:1')],
  ['three references for two cards', 'SCENARIO-TWO-CARDS', 'broken', buying('SHOP:1', 'SHOP:2', 'SHOP:3')],
  [
    'one reference for two cards, sent twice by a client that fails',
    'SCENARIO-TWO-CARDS',
    'not-observed',
    failing,
  ],
  [
    'a new reference while the order is PROCESSING',
    'SCENARIO-PROCESSING',
    'broken',
    buying('SHOP:1', 'SHOP:2'),
  ],
  ['a new reference after a failed order', 'SCENARIO-FAILS', 'not-observed', buyingAgainLater],
  ['a new reference after an unknown state', 'SCENARIO-UNKNOWN-STATE', 'broken', buyingAgainLater],
  ['a new reference after a refusal', 'SCENARIO-WITHDRAWN', 'not-observed', buying('SHOP:1', 'SHOP:2')],
  [
    'two references for one card, by a service',
    'SCENARIO-AT-ONCE',
    'broken',
    buying('SHOP:1', 'SHOP:2'),
    { isListening: true },
  ],
  [
    'a new reference after a failed order, by a service',
    'SCENARIO-FAILS',
    'not-observed',
    buyingAgainLater,
    { isListening: true },
  ],
  // If nobody said how many cards to buy, two settled purchases are two intended purchases.
  [
    'two references for any number of cards',
    'SCENARIO-AT-ONCE',
    'not-observed',
    buying('SHOP:1', 'SHOP:2'),
    { isUnplanned: true },
  ],
])('%s, in %s: %s', (_, sku, verdict, program, circumstances) => {
  expect(judged(sku, program, circumstances).verdict).toBe(verdict)
})

test('two purchases under one reference break the clause, and the advice says what was paid', () => {
  const twice = buying('SHOP:1', 'SHOP:1')
  expect(judged('SCENARIO-TWO-CARDS', twice)).toMatchObject({ verdict: 'broken', breaks: [1] })
  expect(costs('SCENARIO-TWO-CARDS', twice)).toContain(
    'the second card was not bought, and the balance stayed at 125.00 USD',
  )
})

test('two simultaneous purchases under one reference break the clause', () => {
  const atOnce = (client: Client) => {
    const { nowMs } = client
    client.buy('SHOP:1')
    client.nowMs = nowMs
    client.buy('SHOP:1')
  }
  expect(judged('SCENARIO-TWO-AT-ONCE', atOnce)).toMatchObject({ verdict: 'broken', breaks: [1] })
})

test('a purchase beyond the intended number breaks the clause, and the advice shows both debits', () => {
  const oneMore = buying('SHOP:1', 'SHOP:2')
  expect(judged('SCENARIO-AT-ONCE', oneMore)).toMatchObject({
    verdict: 'broken',
    restsOn: ['settled-states'],
  })
  expect(costs('SCENARIO-AT-ONCE', oneMore)).toContain('125.00 USD → 100.00 USD')
})

test('a third purchase is reported against the PROCESSING order that was abandoned for it', () => {
  const trial = clientJournal('SCENARIO-TWO-PACES', (client) => {
    for (const reference of ['SHOP:1', 'SHOP:2', 'SHOP:3']) client.buy(reference)
    client.wait(4.1)
    for (const reference of ['SHOP:1', 'SHOP:3']) client.lookUp(reference)
  })
  expect(findingOf('one-reference-per-purchase', trial).message).toContain('"SHOP:2" was PROCESSING')
  expect(findingOf('follows-until-settled', trial).verdict).not.toBe('broken')
})

test('a used reference for another card breaks the clause, once the first outcome is known', () => {
  const finding = judged('SCENARIO-AT-ONCE', (client) => {
    client.buy('SHOP:1')
    client.buy('SHOP:1', { sku: 'CARD-25' })
  })
  expect(finding).toMatchObject({ verdict: 'broken', breaks: [1] })
})

test('the answer that a reference conflicts breaks the clause, even if its first use is not in the trial', () => {
  const finding = judged('SCENARIO-AT-ONCE', (client) => {
    client.buy('SHOP:1', { sku: 'CARD-25' })
    client.buy('SHOP:1')
    // As if the first use were in the trial of another scenario, in a shared sandbox.
    client.exchanges.shift()
  })
  expect(finding).toMatchObject({ verdict: 'broken', restsOn: ['reference-conflict'] })
})
