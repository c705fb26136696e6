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

type Act = (client: Client) => void

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

describe('after an answer that was lost', () => {
  test.each<[string, Act, string]>([
    ['a lookup', (client) => client.lookUp('SHOP:1'), 'kept'],
    ['the identical body', (client) => client.buy('SHOP:1'), 'kept'],
    ['a look at the balance, then a lookup', (client) => [client.balance(), client.lookUp('SHOP:1')], 'kept'],
    ['another reference', (client) => client.buy('SHOP:2'), 'broken'],
    [
      'another reference, then a lookup',
      (client) => [client.buy('SHOP:2'), client.lookUp('SHOP:1')],
      'broken',
    ],
    ['a look at the balance', (client) => client.balance(), 'broken'],
    ['nothing', () => undefined, 'broken'],
    [
      'the same reference with another card',
      (client) => client.buy('SHOP:1', { sku: 'CARD-25' }),
      'not-observed',
    ],
    ['another card under another reference', (client) => client.buy('SHOP:2', { sku: 'CARD-25' }), 'broken'],
  ])('%s', (_, act, verdict) => {
    expect(judged('SCENARIO-LOST-AFTER', act).verdict).toBe(verdict)
  })
})

test('a client that is refused before it could look up its order did not walk away', () => {
  const revoked = { ...scenarioOf('SCENARIO-LOST-AFTER'), revokesKey: true }
  expect(judged(revoked, (client) => client.ping()).verdict).toBe('not-observed')
  expect(judged(revoked, () => undefined).verdict).toBe('broken')
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

test('a lookup that finds nothing does not permit to buy again, but a client may give up', () => {
  const looked = (act: (client: Client) => void) =>
    judged('SCENARIO-LOST-AND-LATE', (client) => {
      client.lookUp('SHOP:1')
      act(client)
    }).verdict
  expect(looked((client) => client.buy('SHOP:1'))).toBe('kept')
  expect(looked((client) => client.buy('SHOP:2'))).toBe('broken')
  expect(looked(() => undefined)).toBe('kept')
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

test('a client that sent it again, and gave up, has done what is asked', () => {
  expect(judged('SCENARIO-UNAVAILABLE', (client) => client.buy('SHOP:1')).verdict).toBe('kept')
})

test('a purchase that was answered shows nothing', () => {
  expect(judged('SCENARIO-AT-ONCE', () => undefined).verdict).toBe('not-observed')
  expect(judged('SCENARIO-RATE-LIMITED', (client) => client.buy('SHOP:2')).verdict).toBe('not-observed')
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

describe('when the intended number is unknown', () => {
  const listening = { isListening: true }

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

describe('retry-identical-body', () => {
  const judged = (sku: ScenarioSku, act: (client: Client) => void) => {
    const program = (client: Client) => {
      client.buy('SHOP:1')
      act(client)
    }
    return findingOf('retry-identical-body', clientJournal(sku, program))
  }

  const LOST = 'SCENARIO-LOST-BEFORE'

  test.each<[string, (client: Client) => void]>([
    ['the same text', (client) => client.buy('SHOP:1')],
    [
      'its members the other way round',
      (client) => client.buy('SHOP:1', { body: { sku: client.sku, partnerReference: 'SHOP:1' } }),
    ],
    [
      'other blanks',
      (client) => client.buy('SHOP:1', { body: `{"partnerReference" : "SHOP:1", "sku":"${client.sku}" }` }),
    ],
  ])('a retry with %s is identical', (_, act) => {
    expect(judged(LOST, act).verdict).toBe('kept')
  })

  test.each<[string, (client: Client) => void]>([
    ['another SKU', (client) => client.buy('SHOP:1', { sku: 'CARD-25' })],
    [
      'a field more',
      (client) => client.buy('SHOP:1', { body: { sku: client.sku, partnerReference: 'SHOP:1', retry: 1 } }),
    ],
  ])('a retry with %s is not', (_, act) => {
    const finding = judged(LOST, act)
    expect(finding).toMatchObject({ verdict: 'broken', breaks: [1], restsOn: [] })
  })

  test('a new reference after a rate limit, by the status of the profile, is a retry under another reference', () => {
    const finding = judged('SCENARIO-RATE-LIMITED', (client) => client.buy('SHOP:2'))
    expect(finding).toMatchObject({ verdict: 'broken', restsOn: ['rate-limited-status'] })
    expect(judged('SCENARIO-RATE-LIMITED', (client) => client.buy('SHOP:1')).verdict).toBe('kept')
    expect(judged('SCENARIO-RATE-LIMITED', () => undefined).verdict).toBe('not-observed')
  })

  test('a new reference after a lost answer breaks another clause', () => {
    expect(judged(LOST, (client) => client.buy('SHOP:2')).verdict).toBe('not-observed')
  })

  test('correcting a refused body is not a retry', () => {
    const program = (client: Client) => {
      client.buy('SHOP:1', { body: { partnerReference: 'SHOP:1', sku: client.sku, quantity: 1 } })
      client.buy('SHOP:1')
    }
    expect(findingOf('retry-identical-body', clientJournal('SCENARIO-AT-ONCE', program)).verdict).toBe(
      'not-observed',
    )
  })
})
