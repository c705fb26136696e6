import { createHmac } from 'node:crypto'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { ORDINARY_CARDS } from '../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'

/** Scenarios whose cards have ordinary names, and the catalogue that lists them among the others. */
export type SeededCards = {
  /** In the order of the table, each with the SKU of its card. */
  readonly scenarios: readonly Scenario[]
  readonly cards: readonly CatalogueProduct[]
  /** The SKU that each scenario has in its table, by that of its card. */
  readonly own: ReadonlyMap<string, string>
  /** The order in which they are started. */
  readonly started: readonly Scenario[]
}

const COLOURS = ['Amber', 'Azure', 'Coral', 'Crimson', 'Ivory', 'Jade', 'Lilac', 'Olive', 'Pearl', 'Saffron']
const ANIMALS = ['Badger', 'Falcon', 'Heron', 'Ibex', 'Lynx', 'Marten', 'Otter', 'Raven', 'Stork', 'Tapir']

/**
 * Names the card of each scenario, and puts their starts in an order, by a secret: the same one gives the same. All that a
 * client sees of it are names. They are picked by HMAC-SHA-256, so that from them it finds neither the secret nor the rest.
 *
 * @param seed hexadecimal digits, at least 32 of them.
 *
 * @example
 * seededCards(SCENARIOS, randomBytes(16).toString('hex')).scenarios[0]?.sku // 'OLIVE-RAVEN-25'
 */
export function seededCards(table: readonly Scenario[], seed: string): SeededCards {
  const key = Buffer.from(seed, 'hex')
  const shuffled = <T>(values: readonly T[], purpose: string, nameOf: (value: T) => string) =>
    values
      .map((value) => ({
        value,
        rank: createHmac('sha256', key)
          .update(`${purpose} ${nameOf(value)}`)
          .digest('hex'),
      }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      .map(({ value }) => value)
  const pairs = COLOURS.flatMap((colour) => ANIMALS.map((animal) => `${colour} ${animal}`))
  const brands = shuffled(pairs, 'brand', (brand) => brand)
  const named = shuffled(table, 'card', ({ sku }) => sku)
  const cards = new Map(named.map(({ sku, price }, index) => [sku, cardOf(numbered(brands, index), price)]))
  const skuOf = (sku: string) => cards.get(sku)?.sku ?? sku
  const scenarios = table.map((scenario) => ({ ...scenario, sku: skuOf(scenario.sku) }))
  return {
    scenarios,
    own: new Map(table.map(({ sku }) => [skuOf(sku), sku])),
    started: shuffled(scenarios, 'start', ({ sku }) => sku),
    cards: [...cards.values(), ...ORDINARY_CARDS].sort((one, other) => (one.sku < other.sku ? -1 : 1)),
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
