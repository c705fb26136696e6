import type { Profile } from '../../contract/profile/profile.ts'
import { type Scenario, type ScenarioInput, scenarioSchema } from '../../contract/scenario/scenario.ts'
import { namesLike } from '../../contract/text/nearest.ts'
import { documentOf } from '../../contract/wire/json-pointer.ts'
import { formatAmount } from '../../contract/wire/money.ts'
import type { Partner } from '../../fixtures/partners.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { ORDINARY, SCENARIOS } from '../../fixtures/scenarios.ts'

/** The offers of each partner: partners with the same eligibility share one. */
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
    /** The SKUs that may be meant by another one. */
    skusNear: (text: string) =>
      text.length > LONGEST_MEANT ? [] : namesLike(text.replace(/\s+/g, ''), [...bySku.keys()]),
    /** The answer to `GET /products`. */
    document: documentOf([[profile.products.pointer, entries]]),
  }
}

/** No card has a longer SKU that somebody types: a longer text would only cost time. */
const LONGEST_MEANT = 64

export function scenariosBySku(scenarios: readonly ScenarioInput[]): (sku: string) => Scenario {
  const parsed = scenarios.map(parsedScenario)
  const bySku = new Map(parsed.map((scenario) => [scenario.sku, scenario]))
  return (sku) => bySku.get(sku) ?? ORDINARY
}

function parsedScenario(given: ScenarioInput): Scenario {
  // Those of the kit are valid, so the schema need not be loaded. Others are read once, at every start: to compile a
  // parser for them would take longer than it saves.
  return SCENARIOS.find((one) => one === given) ?? scenarioSchema.parse(given, { jitless: true })
}
