import type { Profile } from '../../contract/profile/profile.ts'
import { endingState } from '../../contract/scenario/ending-state.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest, OrderSummary } from '../../contract/wire/bodies.ts'
import { documentOf } from '../../contract/wire/json-pointer.ts'
import { formatAmount } from '../../contract/wire/money.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { ORDINARY_PARTNER } from '../../fixtures/partners.ts'
import { SCENARIOS, takesItsCourse } from '../../fixtures/scenarios.ts'
import type { Examples, Mark, Origin } from '../marks.ts'

const SHOWN = SCENARIOS.filter(takesItsCourse)

/** The card of the examples, and what it costs in minor units. */
const CARD = 'SCENARIO-PROCESSING'
const PRICE = CATALOGUE.find(({ sku }) => sku === CARD)?.price ?? 0

export function examplesOf(profile: Profile, mark: Mark) {
  const { ping, products, price, balance, money } = profile
  const one = (name: string, summary: string, value: unknown, origin: Origin): Examples => ({
    [name]: { summary, value, ...mark('From the fixtures of the kit.', origin) },
  })
  const amount = (place: Profile['price'], minorUnits: number) =>
    documentOf([
      [place.amount, formatAmount(minorUnits, money)],
      ...(place.currency === null ? [] : [[place.currency, money.currency] as const]),
    ])
  const status = documentOf([
    [ping.status, 'ok'],
    [ping.mode, 'TEST'],
  ])
  const cards = CATALOGUE.slice(0, 3).map(({ sku }) => ({ sku }))
  return {
    sku: one(CARD, 'A card of the mock', CARD, { clauses: ['sku-from-catalogue'] }),
    reference: one('order-1001', 'A reference', 'SHOP:1001', { clauses: ['stable-reference'] }),
    ping: one('ok', 'The service answers', status, {
      clauses: ['ping-ok', 'ping-mode-test'],
      gaps: ['ping-position'],
    }),
    listProducts: one('cards', 'Three cards', documentOf([[products.pointer, cards]]), {
      clauses: ['product-has-sku'],
      gaps: ['catalogue-position'],
    }),
    getPrice: one('price', 'What a card costs', amount(price, PRICE), {
      clauses: ['price-per-sku'],
      gaps: ['price-fields', 'money-format'],
    }),
    getBalance: one(
      'balance',
      'What the partner may spend',
      amount(balance, ORDINARY_PARTNER.openingBalance),
      { clauses: ['balance-readable'], gaps: ['balance-fields', 'money-format'] },
    ),
    request: byScenario(mark, ({ sku }, index) => [
      [sku, { partnerReference: `SHOP:${1001 + index}`, sku } satisfies OrderRequest],
    ]),
    createOrder: byScenario(mark, (scenario) => {
      const [first] = summariesOf(scenario, profile)
      return [[scenario.sku, { data: { order: { order: first } } }]]
    }),
    lookupOrder: byScenario(mark, (scenario) =>
      summariesOf(scenario, profile).map((order, index) => [
        `${scenario.sku}-${index + 1}`,
        { data: { order } },
      ]),
    ),
  }
}

function byScenario(
  mark: Mark,
  valuesOf: (scenario: Scenario, index: number) => readonly (readonly [name: string, value: unknown])[],
): Examples {
  const examples = SHOWN.flatMap((scenario, index) => {
    const said = mark(scenario.story, { clauses: (scenario.clauses as Origin['clauses']) ?? [] })
    const values = valuesOf(scenario, index)
    return values.map(([name, value]) => [name, { summary: scenario.name, value, ...said }])
  })
  return Object.fromEntries(examples)
}

function summariesOf({ course }: Scenario, { states }: Profile): OrderSummary[] {
  return [
    ...course.processing.map(({ pollAfterSeconds }) => ({ status: PROCESSING, pollAfterSeconds })),
    { status: endingState(course.settles, states) },
  ]
}
