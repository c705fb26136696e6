import { describe, expect, test } from 'vitest'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { adviceOn, findingOf } from '../testing/certification.fixture.ts'
import {
  type Circumstances,
  type Client,
  clientJournal,
  scenarioOf,
  withExchange,
  withNearMiss,
} from '../testing/client-journal.fixture.ts'
import type { Trial } from '../trial.ts'

type Act = (client: Client) => unknown

const OTHER = { sku: 'CARD-25' }
const NUMBERED = { body: { partnerReference: 1, sku: 'CARD-25' } }
const LARGER = { body: { partnerReference: 'SHOP:2', sku: 'CARD-25', quantity: 1 } }

const judged = (scenario: ScenarioSku | Scenario, act: Act, circumstances: Circumstances = {}) =>
  findingOf('timeout-is-not-failure', trialOf(scenario, act, circumstances))

const costs = (scenario: ScenarioSku, act: Act) =>
  adviceOn('timeout-is-not-failure', trialOf(scenario, act)).consequence

function trialOf(scenario: ScenarioSku | Scenario, act: Act, circumstances: Circumstances = {}): Trial {
  const program = (client: Client) => {
    client.buy('SHOP:1')
    act(client)
    return 1
  }
  return clientJournal(scenario, program, circumstances)
}

const LOST = 'SCENARIO-LOST-AFTER'
const LATE = 'SCENARIO-LOST-AND-LATE'
const REVOKED = { ...scenarioOf(LOST), revokesKey: true }
const NOTHING: Act = () => undefined

test.each<[string, string, ScenarioSku | Scenario, Act]>([
  ['a lookup', 'kept', LOST, (client) => client.lookUp('SHOP:1')],
  ['the identical body', 'kept', LOST, (client) => client.buy('SHOP:1')],
  ['the balance, then a lookup', 'kept', LOST, (client) => [client.balance(), client.lookUp('SHOP:1')]],
  ['another reference', 'broken', LOST, (client) => client.buy('SHOP:2')],
  [
    'another reference, then a lookup',
    'broken',
    LOST,
    (client) => [client.buy('SHOP:2'), client.lookUp('SHOP:1')],
  ],
  ['a read of the balance', 'broken', LOST, (client) => client.balance()],
  ['nothing', 'broken', LOST, NOTHING],
  ['the same reference, another card', 'not-observed', LOST, (client) => client.buy('SHOP:1', OTHER)],
  ['another card and reference', 'broken', LOST, (client) => client.buy('SHOP:2', OTHER)],
  // This may be a retry of the same purchase. Another rule says what is wrong with it.
  ['a body whose reference is a number', 'not-observed', LOST, (client) => client.buy('', NUMBERED)],
  ['another reference with a third field', 'broken', LOST, (client) => client.buy('', LARGER)],
  // A lookup that finds nothing does not allow buying again, but the client may give up.
  [
    'a lookup that finds nothing, and a resend',
    'kept',
    LATE,
    (client) => [client.lookUp('SHOP:1'), client.buy('SHOP:1')],
  ],
  [
    'a lookup that finds nothing, and another reference',
    'broken',
    LATE,
    (client) => [client.lookUp('SHOP:1'), client.buy('SHOP:2')],
  ],
  ['a lookup that finds nothing', 'kept', LATE, (client) => client.lookUp('SHOP:1')],
  ['the identical body, and giving up', 'kept', 'SCENARIO-UNAVAILABLE', (client) => client.buy('SHOP:1')],
  // A client that is refused before it could look up its order did not walk away.
  ['a refusal of its key', 'not-observed', REVOKED, (client) => client.ping()],
  ['nothing, with a key that would be refused', 'broken', REVOKED, NOTHING],
  ['nothing, after an answer', 'not-observed', 'SCENARIO-AT-ONCE', NOTHING],
  [
    'another reference, after a 429',
    'not-observed',
    'SCENARIO-RATE-LIMITED',
    (client) => client.buy('SHOP:2'),
  ],
])('timeout-is-not-failure for a purchase followed by %s: %s', (_, verdict, scenario, act) => {
  expect(judged(scenario, act).verdict).toBe(verdict)
})

test('an unreadable purchase that was sent before the lost one is not its retry', () => {
  const trial = clientJournal(LOST, (client) => {
    client.buy('', NUMBERED)
    client.buy('SHOP:1')
    return 1
  })
  expect(findingOf('timeout-is-not-failure', trial).verdict).toBe('broken')
})

test.each([
  ['GET', '/order-status?reference=SHOP%3A1', ''],
  ['POST', '/orders/search', { partnerReference: 'SHOP:1' }],
])('a lookup at another path, %s %s, leaves the clause not observed', (method, target, body) => {
  const finding = judged('SCENARIO-LOST-AFTER', (client) => client.call(method, target, { body }))
  expect(finding).toMatchObject({
    verdict: 'not-observed',
    message: expect.stringContaining('change lookup in the profile'),
  })
})

test('the advice on a double purchase shows both debits', () => {
  const buysAgain = (client: Client) => client.buy('SHOP:2')
  expect(costs('SCENARIO-LOST-AFTER', buysAgain)).toBe(
    'The first card was bought: balance 150.00 USD → 125.00 USD. The second card was bought as well: balance 125.00 USD → 100.00 USD.',
  )
  expect(judged('SCENARIO-LOST-AFTER', buysAgain)).toMatchObject({ breaks: [1], restsOn: [] })
})

test('the advice on an abandoned purchase shows its debit', () => {
  expect(costs('SCENARIO-CUT', () => undefined)).toBe(
    'The card was bought and paid for: balance 150.00 USD → 125.00 USD. It is never delivered.',
  )
})

test('a new reference after a 5xx breaks the clause, and rests on the status of the profile', () => {
  const buysAgain = (client: Client) => client.buy('SHOP:2')
  expect(judged('SCENARIO-UNAVAILABLE', buysAgain)).toMatchObject({
    verdict: 'broken',
    restsOn: ['unavailable-status'],
  })
  expect(costs('SCENARIO-UNAVAILABLE', buysAgain)).toContain('Here the first purchase was not recorded.')
})

test('a client that was ended soon after the loss did not walk away, but one that was silent for a minute did', () => {
  const lost = (timeLimit: number) =>
    judged('SCENARIO-LOST-AFTER', (client) => client.wait(100), { timeLimit }).verdict
  expect([lost(10), lost(60)]).toEqual(['not-observed', 'broken'])
})

test('a lookup that the mock recognises at another path leaves the clause not observed', () => {
  const trial = trialOf('SCENARIO-LOST-AFTER', (client) => client.call('GET', '/orders?reference=SHOP:1'))
  const elsewhere = withNearMiss(withExchange(trial, 1, { operation: null }), 1)
  const finding = findingOf('timeout-is-not-failure', elsewhere)
  expect(finding).toMatchObject({ verdict: 'not-observed', restsOn: ['lookup-operation'] })
  expect(finding.message).toContain('change lookup in the profile')
})

describe('if nobody said how many cards to buy', () => {
  const listening = { isUnplanned: true } as const

  test('a purchase next to an open one is kept if the open one is resent, and broken if it was bought twice', () => {
    const both = judged(
      'SCENARIO-LOST-AFTER',
      (client) => [client.buy('SHOP:2'), client.lookUp('SHOP:1')],
      listening,
    )
    expect(both.verdict).toBe('broken')
    const asked = judged(
      'SCENARIO-LOST-BEFORE',
      (client) => [client.buy('SHOP:2'), client.buy('SHOP:2'), client.buy('SHOP:1')],
      listening,
    )
    expect(asked.verdict).toBe('kept')
  })

  test('a new reference for an open purchase that is then abandoned breaks the clause', () => {
    expect(judged('SCENARIO-LOST-AFTER', (client) => client.buy('SHOP:2'), listening).verdict).toBe('broken')
  })
})

test('a service that buys again after a lost answer breaks the clause, even if it looked the first purchase up', () => {
  const twice = (client: Client) => [client.lookUp('SHOP:1'), client.buy('SHOP:2')]
  expect(judged('SCENARIO-LOST-AND-LATE', twice, { isListening: true }).verdict).toBe('broken')
})

describe('retry-identical-body', () => {
  const judged = (sku: ScenarioSku, act: Act) => {
    const program = (client: Client) => void [client.buy('SHOP:1'), act(client)]
    return findingOf('retry-identical-body', clientJournal(sku, program))
  }

  const BEFORE = 'SCENARIO-LOST-BEFORE'
  const LIMITED = 'SCENARIO-RATE-LIMITED'
  const bodyOf = ({ sku }: Client, more: object = {}) => ({ sku, partnerReference: 'SHOP:1', ...more })
  const blanks = ({ sku }: Client) => `{"partnerReference" : "SHOP:1", "sku":"${sku}" }`

  test.each<[string, ScenarioSku, string, Act]>([
    ['the same text', BEFORE, 'kept', (client) => client.buy('SHOP:1')],
    [
      'the two fields in the other order',
      BEFORE,
      'kept',
      (client) => client.buy('SHOP:1', { body: bodyOf(client) }),
    ],
    ['other white space', BEFORE, 'kept', (client) => client.buy('SHOP:1', { body: blanks(client) })],
    [
      'a new reference, which breaks another clause',
      BEFORE,
      'not-observed',
      (client) => client.buy('SHOP:2'),
    ],
    ['the same text after a 429', LIMITED, 'kept', (client) => client.buy('SHOP:1')],
    ['nothing after a 429', LIMITED, 'not-observed', NOTHING],
  ])('a retry with %s, in %s: %s', (_, sku, verdict, act) => {
    expect(judged(sku, act).verdict).toBe(verdict)
  })

  test.each<[string, Act]>([
    ['another SKU', (client) => client.buy('SHOP:1', OTHER)],
    ['a third field', (client) => client.buy('SHOP:1', { body: bodyOf(client, { retry: 1 }) })],
  ])('a retry with %s is not identical', (_, act) => {
    expect(judged(BEFORE, act)).toMatchObject({ verdict: 'broken', breaks: [1], restsOn: [] })
  })

  test('a new reference after a 429 breaks the clause, and rests on the status of the profile', () => {
    const finding = judged(LIMITED, (client) => client.buy('SHOP:2'))
    expect(finding).toMatchObject({ verdict: 'broken', restsOn: ['rate-limited-status'] })
  })

  test('a client that corrects a refused body does not retry it', () => {
    const corrects = (client: Client) => [
      client.buy('SHOP:1', { body: bodyOf(client, { quantity: 1 }) }),
      client.buy('SHOP:1'),
    ]
    const trial = clientJournal('SCENARIO-AT-ONCE', corrects)
    expect(findingOf('retry-identical-body', trial).verdict).toBe('not-observed')
  })
})
