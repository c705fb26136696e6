import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { seededCards } from './seeded-cards.ts'

describe('scenarios whose cards a seed names', () => {
  test('are all there, as they were but for the SKU, in another order', () => {
    const { scenarios, skus } = seededCards(SCENARIOS, 7)
    const named = SCENARIOS.map((scenario) => ({ ...scenario, sku: skus.get(scenario.sku) }))
    expect(scenarios).toHaveLength(SCENARIOS.length)
    expect(scenarios).toEqual(expect.arrayContaining(named))
    expect(scenarios).not.toEqual(named)
  })

  test('are the same for the same seed, and others for another', () => {
    expect(seededCards(SCENARIOS, 7)).toEqual(seededCards(SCENARIOS, 7))
    const names = new Set([1, 2, 3].map((seed) => seededCards(SCENARIOS, seed).skus.get('SCENARIO-CUT')))
    expect(names.size).toBe(3)
  })

  test('have SKUs that look alike', () => {
    for (const { sku } of seededCards(SCENARIOS, 7).scenarios) expect(sku).toMatch(/^[A-Z]+-[A-Z]+-25$/)
  })

  test('have cards that look like the others in the catalogue', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 250 }), (seed, count) => {
        const many = Array.from({ length: count }, (_, index) => SCENARIOS[index % SCENARIOS.length])
        const table = many.flatMap((scenario, index) =>
          scenario ? [{ ...scenario, sku: `S-${index}` }] : [],
        )
        const { scenarios, cards } = seededCards(table, seed)
        const skus = cards.map(({ sku }) => sku)
        expect(new Set(skus).size).toBe(skus.length)
        expect(skus).toEqual(skus.toSorted())
        expect(JSON.stringify(cards)).not.toMatch(/scenario/i)
        for (const { sku, price } of scenarios)
          expect(cards.find((card) => card.sku === sku)).toMatchObject({ price })
      }),
      { numRuns: 20 },
    )
  })
})
