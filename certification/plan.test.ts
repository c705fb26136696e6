import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { SCENARIOS, type ScenarioSku } from '../fixtures/scenarios.ts'
import { clientEnvironment } from './client-process.ts'
import {
  type CertificationPlan,
  certificationPlan,
  chooseScenarios,
  UnknownScenarioError,
  withSecretCards,
} from './plan.ts'

const COMMAND = ['node', 'client.mjs'] as const

describe('scenarios with secret cards', () => {
  test('differ from the table only in their SKUs and in the order of their starts', () => {
    const { scenarios, scenarioSkus, chosen } = withSecretCards(SCENARIOS)
    expect(scenarios.map((scenario) => ({ ...scenario, sku: scenarioSkus.get(scenario.sku) }))).toEqual(
      SCENARIOS,
    )
    expect(chosen).toHaveLength(SCENARIOS.length)
    expect(new Set(chosen)).toEqual(new Set(scenarios))
    expect(chosen).not.toEqual(scenarios)
  })

  test('have the longest scenario in the first half of the starts, since a run takes at least as long', () => {
    for (let run = 0; run < 20; run += 1) {
      const { scenarioSkus, chosen } = withSecretCards(SCENARIOS)
      const place = chosen.findIndex(({ sku }) => scenarioSkus.get(sku) === 'SCENARIO-LONG')
      expect(place).toBeLessThan(SCENARIOS.length / 2)
    }
  })

  test('have SKUs that look alike', () => {
    for (const { sku } of withSecretCards(SCENARIOS).scenarios) expect(sku).toMatch(/^[A-Z]+-[A-Z]+-25$/)
  })

  test('have cards that look like ordinary ones in the catalogue', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250 }), (count) => {
        const many = Array.from({ length: count }, (_, index) => SCENARIOS[index % SCENARIOS.length])
        const table = many.flatMap((scenario, index) =>
          scenario ? [{ ...scenario, sku: `S-${index}` }] : [],
        )
        const { scenarios, cards } = withSecretCards(table)
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

test('a whole run gets secret cards, and a run of named scenarios gets cards with their names', () => {
  const all = certificationPlan({ command: COMMAND })
  expect(JSON.stringify(all.chosen.map(({ sku }) => sku))).not.toContain('SCENARIO')
  const { chosen } = certificationPlan({ command: COMMAND, only: ['cut'] })
  expect(chosen).toEqual([CUT])
})

test('two whole runs with the same options have different cards', () => {
  const named = { seed: '00112233445566778899aabbccddeeff', plainSkus: true, cards: [], name: 'ACME' }
  const skusOf = () => {
    const { scenarios } = certificationPlan({ command: COMMAND, ...named })
    return scenarios.map(({ sku }) => sku)
  }
  const [one, other] = [skusOf(), skusOf()]
  expect(JSON.stringify(one)).not.toContain('SCENARIO')
  expect(one.filter((sku, index) => sku === other[index]).length).toBeLessThan(6)
})

const CUT = SCENARIOS.find(({ sku }) => sku === 'SCENARIO-CUT')

describe('a client that knows the package, its tables and one former run', () => {
  const RUNS = 20

  /**
   * All that a client sees of a scenario before it acts: its card, the places in the catalogue and among the starts,
   * and the environment.
   */
  function seenIn({ chosen, cards = [] }: CertificationPlan, scenario: Scenario) {
    const { sku, purchases, price } = scenario
    const isLike = (other: Scenario) => other.price === price && other.purchases === purchases
    const alike = chosen.filter(isLike)
    const inCatalogue = cards.filter((card) => alike.some((one) => one.sku === card.sku))
    const settings = { baseUrl: '', apiKey: '', orderLabel: '', sku, purchases }
    return {
      group: `${price} ${purchases}`,
      card: sku,
      'place in the catalogue': inCatalogue.findIndex((card) => card.sku === sku),
      'place among the starts': alike.indexOf(scenario),
      'start of all': chosen.indexOf(scenario),
      environment: JSON.stringify(clientEnvironment({}, settings)),
    }
  }

  const runs = Array.from({ length: RUNS + 1 }, () => {
    const plan = certificationPlan({ command: COMMAND })
    return plan.chosen.map((scenario) => ({ name: scenario.name, ...seenIn(plan, scenario) }))
  })
  const [former = [], ...others] = runs
  const groups = Map.groupBy(former, ({ group }) => group)

  test.each([
    'card',
    'place in the catalogue',
    'place among the starts',
    'start of all',
    'environment',
  ] as const)('recognises no more scenarios of 20 runs than chance would, by %s', (feature) => {
    for (const [group, members] of groups) {
      const guess = new Map(members.map((one) => [one[feature], one.name]))
      const hits = others.flat().filter((one) => one.group === group && guess.get(one[feature]) === one.name)
      // A guess hits once in each run. 28 hits more than that happen by chance once in a hundred million tests.
      if (members.length > 1) expect(hits.length).toBeLessThan(RUNS + 28)
    }
  })

  test('recognises a single card by its price, and half of the pairs are ordinary scenarios in disguise', () => {
    const sizes = [...groups.values()].map(({ length }) => length).sort((one, other) => one - other)
    const twice = SCENARIOS.filter(({ purchases }) => purchases === 2).length
    expect(sizes).toEqual([1, twice, SCENARIOS.length - twice - 1])
    const pairs = SCENARIOS.filter(({ purchases }) => purchases === 2)
    expect(pairs.filter(({ sku }) => sku.includes('TWO'))).toHaveLength(pairs.length / 2)
  })
})

const CUT_SKU: ScenarioSku = 'SCENARIO-CUT'
const LONG: ScenarioSku = 'SCENARIO-LONG'

test.for([
  [[CUT_SKU, LONG]],
  [['scenario-cut', 'Long']],
  [['cut,long']],
  [[' CUT , Scenario-Long,', 'cut']],
] as const)('the option %j chooses two scenarios, in the order of the table', ([only]) => {
  expect(chooseScenarios(SCENARIOS, only).map(({ sku }) => sku)).toEqual([LONG, CUT_SKU])
})

test.for([
  [['cut,lnog'], 'lnog'],
  [['SCENARIO-'], 'SCENARIO-'],
  [[','], ','],
] as const)('the option %j is refused for an unknown scenario', ([only, asked]) => {
  expect(() => chooseScenarios(SCENARIOS, only)).toThrow(expect.objectContaining({ asked }))
  expect(() => chooseScenarios(SCENARIOS, only)).toThrow(UnknownScenarioError)
})
