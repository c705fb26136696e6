import { expect, test } from 'vitest'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal } from '../testing/client-journal.fixture.ts'

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
