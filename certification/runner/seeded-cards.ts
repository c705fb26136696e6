import { randomBy } from '../../contract/random.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { ORDINARY_CARDS } from '../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'

/** Scenarios whose cards have ordinary names, and the catalogue that lists them among the others. */
export type SeededCards = {
  /** In the order in which they are run. */
  readonly scenarios: readonly Scenario[]
  readonly cards: readonly CatalogueProduct[]
  /** The SKU of each scenario's card, by the SKU that it had. */
  readonly skus: ReadonlyMap<string, string>
}

const COLOURS = ['Amber', 'Azure', 'Coral', 'Crimson', 'Ivory', 'Jade', 'Lilac', 'Olive', 'Pearl', 'Saffron']
const ANIMALS = ['Badger', 'Falcon', 'Heron', 'Ibex', 'Lynx', 'Marten', 'Otter', 'Raven', 'Stork', 'Tapir']

/**
 * Names the card of each scenario, and puts them in an order, by a seed: the same seed gives the same. A client that
 * looks at the SKU or at the catalogue does not learn which scenario a card has.
 *
 * @example
 * seededCards(SCENARIOS, 7).scenarios[0]?.sku // 'OLIVE-RAVEN-25'
 */
export function seededCards(scenarios: readonly Scenario[], seed: number): SeededCards {
  const random = randomBy(seed)
  const brands = shuffled(
    COLOURS.flatMap((colour) => ANIMALS.map((animal) => `${colour} ${animal}`)),
    random,
  )
  const renamed = shuffled(scenarios, random).map((scenario, index) => {
    const card = cardOf(numbered(brands, index), scenario.price)
    return { card, was: scenario.sku, scenario: { ...scenario, sku: card.sku } }
  })
  const cards = [...renamed.map(({ card }) => card), ...ORDINARY_CARDS]
  return {
    scenarios: renamed.map(({ scenario }) => scenario),
    skus: new Map(renamed.map(({ was, card }) => [was, card.sku])),
    cards: cards.sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

/** The same ending for every name: the catalogue shows the price. */
function cardOf(brand: string, price: number): CatalogueProduct {
  return {
    sku: `${brand.toUpperCase().replaceAll(' ', '-')}-25`,
    name: `${brand} gift card 25`,
    brand,
    faceValue: price,
    price,
    releasedOn: '2024-01-01',
  }
}

/** A distinct name for each index: names repeat with a number behind them. */
function numbered(names: readonly string[], index: number): string {
  const name = names[index % names.length] ?? ''
  const round = Math.floor(index / names.length)
  return round === 0 ? name : `${name} ${round + 1}`
}

/** The same values in another order. */
function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  const keyed = values.map((value) => ({ value, key: random() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value)
}
