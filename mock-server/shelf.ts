import { documentOf } from '../contract/json-pointer.ts'
import { formatAmount } from '../contract/money.ts'
import type { Profile } from '../contract/profile.ts'
import type { Course, ScenarioInput } from '../contract/scenario.ts'
import type { Partner } from '../fixtures/partners.ts'
import type { CatalogueProduct } from '../fixtures/product.ts'
import { SETTLES_AT_ONCE } from '../fixtures/scenarios.ts'

/** What one partner may buy. */
export type Shelf = {
  find(sku: string): CatalogueProduct | undefined
  /** The answer to `GET /products`, serialised once. */
  readonly body: string
}

/** The shelf of each partner: partners with the same eligibility share one. */
export function shelves(
  catalogue: readonly CatalogueProduct[],
  profile: Profile,
): (partner: Partner) => Shelf {
  const opened = new Map<string, Shelf>()
  return ({ eligible }) => {
    const name = JSON.stringify(eligible)
    const known = opened.get(name)
    if (known !== undefined) return known
    const products = catalogue.filter(({ sku }) => eligible === null || eligible.includes(sku))
    const shelf = openShelf(products, profile)
    opened.set(name, shelf)
    return shelf
  }
}

function openShelf(products: readonly CatalogueProduct[], profile: Profile): Shelf {
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const entries = products.map(({ sku, name, brand, faceValue }) => ({
    sku,
    name,
    brand,
    faceValue: formatAmount(faceValue, profile.money),
  }))
  const document = documentOf([[profile.products.pointer, entries]])
  return { find: (sku) => bySku.get(sku), body: JSON.stringify(document) }
}

/** The course of each SKU: its scenario's, or settled at once. */
export function courses(scenarios: readonly ScenarioInput[]): (sku: string) => Course {
  const bySku = new Map(scenarios.map(({ sku, course }) => [sku, course]))
  return (sku) => bySku.get(sku) ?? SETTLES_AT_ONCE
}
