import type { Profile } from '../../contract/profile/profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { namesLike } from '../../contract/text/nearest.ts'
import { documentOf } from '../../contract/wire/json-pointer.ts'
import { formatAmount } from '../../contract/wire/money.ts'
import type { Partner } from '../../fixtures/partners.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { ORDINARY } from '../../fixtures/scenarios.ts'

/** The cards that each partner is offered. Partners with the same eligibility share them. */
export function offersOfPartners(
  catalogue: readonly CatalogueProduct[],
  profile: Profile,
): (partner: Partner) => Offers {
  const opened = new Map<string, Offers>()
  return ({ eligible }) => {
    const name = JSON.stringify(eligible)
    const known = opened.get(name)
    if (known !== undefined) return known
    const products = catalogue.filter(({ sku }) => eligible === null || eligible.includes(sku))
    const offers = makeOffers(products, profile)
    opened.set(name, offers)
    return offers
  }
}

export type Offers = ReturnType<typeof makeOffers>

function makeOffers(products: readonly CatalogueProduct[], profile: Profile) {
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const entries = products.map(({ sku, name, brand, faceValue }) => ({
    sku,
    name,
    brand,
    faceValue: formatAmount(faceValue, profile.money),
  }))
  return {
    find: (sku: string) => bySku.get(sku),
    /** The SKUs that an unknown one may mean. */
    skusNear: (text: string) =>
      text.length > LONGEST_MEANT ? [] : namesLike(text.replace(/\s+/g, ''), [...bySku.keys()]),
    /** The answer to `GET /products`. */
    document: documentOf([[profile.products.pointer, entries]]),
  }
}

/** A longer text is no mistyped SKU: to compare it would only cost time. */
const LONGEST_MEANT = 64

export function scenariosBySku(scenarios: readonly Scenario[]): (sku: string) => Scenario {
  const bySku = new Map(scenarios.map((scenario) => [scenario.sku, scenario]))
  return (sku) => bySku.get(sku) ?? ORDINARY
}
