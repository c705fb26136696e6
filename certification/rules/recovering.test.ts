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

test.each<[string, ScenarioSku | Scenario, Act, string]>([
  ['a lookup', LOST, (client) => client.lookUp('SHOP:1'), 'kept'],
  ['the identical body', LOST, (client) => client.buy('SHOP:1'), 'kept'],
  ['the balance, then a lookup', LOST, (client) => [client.balance(), client.lookUp('SHOP:1')], 'kept'],
  ['another reference', LOST, (client) => client.buy('SHOP:2'), 'broken'],
  ['another, then a lookup', LOST, (client) => [client.buy('SHOP:2'), client.lookUp('SHOP:1')], 'broken'],
  ['a look at the balance', LOST, (client) => client.balance(), 'broken'],
  ['nothing', LOST, NOTHING, 'broken'],
  ['the same reference, another card', LOST, (client) => client.buy('SHOP:1', OTHER), 'not-observed'],
  ['another card and reference', LOST, (client) => client.buy('SHOP:2', OTHER), 'broken'],
  // It may be the same purchase: its own rule says what is wrong.
  ['a body whose reference is a number', LOST, (client) => client.buy('', NUMBERED), 'not-observed'],
  ['a body of another order with more fields', LOST, (client) => client.buy('', LARGER), 'broken'],
  // A lookup that finds nothing does not permit to buy again, but a client may give up.
  ['no finding, and the same', LATE, (client) => [client.lookUp('SHOP:1'), client.buy('SHOP:1')], 'kept'],
  ['no finding, and another', LATE, (client) => [client.lookUp('SHOP:1'), client.buy('SHOP:2')], 'broken'],
  ['no finding, and nothing', LATE, (client) => client.lookUp('SHOP:1'), 'kept'],
  ['the same, and giving up', 'SCENARIO-UNAVAILABLE', (client) => client.buy('SHOP:1'), 'kept'],
  // One that is refused before it could look up its order did not walk away.
  ['a refusal of its key', REVOKED, (client) => client.ping(), 'not-observed'],
  ['nothing, with a key that would be refused', REVOKED, NOTHING, 'broken'],
  ['nothing, after an answer', 'SCENARIO-AT-ONCE', NOTHING, 'not-observed'],
  [
    'another reference after a 429',
    'SCENARIO-RATE-LIMITED',
    (client) => client.buy('SHOP:2'),
    'not-observed',
  ],
])('a purchase is followed by %s', (_, scenario, act, verdict) => {
  expect(judged(scenario, act).verdict).toBe(verdict)
})

test('what was sent before a purchase is not its retry', () => {
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
])('a lookup elsewhere, %s %s, is another answer to a gap', (method, target, body) => {
  const finding = judged('SCENARIO-LOST-AFTER', (client) => client.call(method, target, { body }))
  expect(finding).toMatchObject({
    verdict: 'not-observed',
    message: expect.stringContaining('change lookup in the profile'),
  })
})

test('a double purchase is reported with the balance', () => {
  const buysAgain = (client: Client) => client.buy('SHOP:2')
  expect(costs('SCENARIO-LOST-AFTER', buysAgain)).toBe(
    'The first card was bought: balance 150.00 USD → 125.00 USD. The second card was bought as well: balance 125.00 USD → 100.00 USD.',
  )
  expect(judged('SCENARIO-LOST-AFTER', buysAgain)).toMatchObject({ breaks: [1], restsOn: [] })
})

test('an abandoned purchase is reported with the balance', () => {
  expect(costs('SCENARIO-CUT', () => undefined)).toBe(
    'The card was bought and paid for: balance 150.00 USD → 125.00 USD. It is never delivered.',
  )
})

test('a 5xx says nothing about the purchase, by the status of the profile', () => {
  const buysAgain = (client: Client) => client.buy('SHOP:2')
  expect(judged('SCENARIO-UNAVAILABLE', buysAgain)).toMatchObject({
    verdict: 'broken',
    restsOn: ['unavailable-status'],
  })
  expect(costs('SCENARIO-UNAVAILABLE', buysAgain)).toContain('Here the first purchase was not recorded.')
})

test('a client that was ended while it waited did not walk away; one that did nothing for long did', () => {
  const lost = (timeLimit: number) =>
    judged('SCENARIO-LOST-AFTER', (client) => client.wait(100), { timeLimit }).verdict
  expect([lost(10), lost(60)]).toEqual(['not-observed', 'broken'])
})

test('a lookup at another path counts as looking', () => {
  const trial = trialOf('SCENARIO-LOST-AFTER', (client) => client.call('GET', '/orders?reference=SHOP:1'))
  const elsewhere = withNearMiss(withExchange(trial, 1, { operation: null }), 1)
  const finding = findingOf('timeout-is-not-failure', elsewhere)
  expect(finding).toMatchObject({ verdict: 'not-observed', restsOn: ['lookup-operation'] })
  expect(finding.message).toContain('change lookup in the profile')
})

describe('where nobody said how many cards were to be bought', () => {
  const listening = { isUnplanned: true } as const

  test('a purchase next to an open one does not replace it, once the open one is looked up', () => {
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

  test('an open purchase that is abandoned for another is a double purchase', () => {
    expect(judged('SCENARIO-LOST-AFTER', (client) => client.buy('SHOP:2'), listening).verdict).toBe('broken')
  })
})

test('a service that buys once more after a lost answer has bought twice, also where it looked the first one up', () => {
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

  test.each<[string, ScenarioSku, Act, string]>([
    ['the same text', BEFORE, (client) => client.buy('SHOP:1'), 'kept'],
    [
      'its members the other way round',
      BEFORE,
      (client) => client.buy('SHOP:1', { body: bodyOf(client) }),
      'kept',
    ],
    ['other blanks', BEFORE, (client) => client.buy('SHOP:1', { body: blanks(client) }), 'kept'],
    [
      'a new reference, which breaks another clause',
      BEFORE,
      (client) => client.buy('SHOP:2'),
      'not-observed',
    ],
    ['the same text after a 429', LIMITED, (client) => client.buy('SHOP:1'), 'kept'],
    ['nothing after a 429', LIMITED, NOTHING, 'not-observed'],
  ])('of a retry with %s, in %s', (_, sku, act, verdict) => {
    expect(judged(sku, act).verdict).toBe(verdict)
  })

  test.each<[string, Act]>([
    ['another SKU', (client) => client.buy('SHOP:1', OTHER)],
    ['a field more', (client) => client.buy('SHOP:1', { body: bodyOf(client, { retry: 1 }) })],
  ])('a retry with %s is not identical', (_, act) => {
    expect(judged(BEFORE, act)).toMatchObject({ verdict: 'broken', breaks: [1], restsOn: [] })
  })

  test('a new reference after a rate limit, by the status of the profile, is a retry under another reference', () => {
    const finding = judged(LIMITED, (client) => client.buy('SHOP:2'))
    expect(finding).toMatchObject({ verdict: 'broken', restsOn: ['rate-limited-status'] })
  })

  test('correcting a refused body is not a retry', () => {
    const corrects = (client: Client) => [
      client.buy('SHOP:1', { body: bodyOf(client, { quantity: 1 }) }),
      client.buy('SHOP:1'),
    ]
    const trial = clientJournal('SCENARIO-AT-ONCE', corrects)
    expect(findingOf('retry-identical-body', trial).verdict).toBe('not-observed')
  })
})
