import { describe, expect, test } from 'vitest'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal, type Program, withExchange } from '../testing/client-journal.fixture.ts'

const judged = (id: ClientClauseId, program: Program) =>
  findingOf(id, clientJournal('SCENARIO-AT-ONCE', program)).verdict

const READS = [
  ['ping-first', 'ping'],
  ['sku-from-catalogue', 'products'],
  ['price-before-purchase', 'price'],
  ['balance-before-purchase', 'balance'],
] as const

describe.each(READS)('%s', (id, read) => {
  test(`is kept by calling ${read} before the purchase`, () => {
    expect(judged(id, (client) => [client[read](), client.buy('SHOP:1')])).toBe('kept')
  })

  test(`is broken by calling ${read} afterwards, or not at all`, () => {
    expect(judged(id, (client) => [client.buy('SHOP:1'), client[read]()])).toBe('broken')
    expect(judged(id, (client) => client.buy('SHOP:1'))).toBe('broken')
  })

  test('is not observed if nothing is bought', () => {
    expect(judged(id, (client) => client[read]())).toBe('not-observed')
  })

  test('is broken if the answer was lost', () => {
    const trial = clientJournal('SCENARIO-AT-ONCE', (client) => [client[read](), client.buy('SHOP:1')])
    const lost = withExchange(trial, 0, { delivery: { outcome: 'lost', atMs: 2000 } })
    expect(findingOf(id, lost).verdict).toBe('broken')
  })
})

test('the price of another card is not enough, and neither is a catalogue without the card', () => {
  expect(judged('price-before-purchase', (client) => [client.price('CARD-25'), client.buy('SHOP:1')])).toBe(
    'broken',
  )
  const other = (client: Client) => [client.products(), client.buy('SHOP:1', { sku: 'scenario-at-once' })]
  expect(judged('sku-from-catalogue', other)).toBe('broken')
})

test('a client that buys two cards has to read both prices', () => {
  const two = (client: Client) => [
    client.price(),
    client.buy('SHOP:1'),
    client.buy('SHOP:2', { sku: 'CARD-25' }),
  ]
  expect(judged('price-before-purchase', two)).toBe('broken')
})
