import { describe, expect, test, vi } from 'vitest'
import { CLIENT_CLAUSES, type ClientClauseId } from '../contract/client-clauses.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { BROKEN_CLIENTS } from './broken/variations.mjs'
import { ordersOf, purchasesOf, trial } from './trial.fixture.ts'

vi.setConfig({ maxConcurrency: 12 })

const CLAUSES = Object.keys(CLIENT_CLAUSES)
const SKUS: readonly string[] = SCENARIOS.map(({ sku }) => sku)

test.each(CLAUSES)('some client breaks %s', (clause) => {
  expect(BROKEN_CLIENTS.filter(({ breaks }) => breaks === clause)).not.toEqual([])
})

test.each(BROKEN_CLIENTS)('$name names clauses and scenarios that there are', (client) => {
  expect(CLAUSES).toEqual(expect.arrayContaining([client.breaks, ...client.alongside]))
  expect(client.alongside).not.toContain<ClientClauseId>(client.breaks)
  expect(SKUS).toEqual(expect.arrayContaining([...client.scenarios]))
  expect(client.scenarios).not.toEqual([])
})

test('no two broken clients have one name', () => {
  const names = BROKEN_CLIENTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe.concurrent('without its mistake', () => {
  test.for([
    'SCENARIO-PROCESSING',
    'SCENARIO-LOST-BEFORE',
    'SCENARIO-RATE-LIMITED',
    'SCENARIO-TWO-CARDS',
  ] as const)('the broken client is a correct one, in %s', async (sku, { signal }) => {
    const seen = await trial(['node', 'examples/broken/run.mjs', 'none'], sku, { signal })
    expect(seen.code).toBe(0)
    expect(ordersOf(seen)).toHaveLength(seen.scenario.purchases)
  })
})

describe.concurrent('a broken client that buys anew', () => {
  const buyers = BROKEN_CLIENTS.filter(
    ({ name, scenarios }) => name.includes('buys-anew') && !scenarios.includes('SCENARIO-STALLED'),
  )

  test.for(buyers)(
    '$name sends more than one reference',
    async ({ command, scenarios: [sku] }, { signal }) => {
      // Every client has a scenario, as is tested above.
      const seen = await trial(command, sku as NonNullable<typeof sku>, { signal })
      const references = purchasesOf(seen).map(({ order }) => order?.partnerReference)
      expect(new Set(references).size).toBeGreaterThan(1)
    },
  )
})
