import type { ExamplesObject } from 'openapi3-ts/oas31'
import type { Profile } from '../contract/profile/profile.ts'
import { writtenWithin } from '../contract/profile/reference-limits.ts'
import { documentOf } from '../contract/wire/json-pointer.ts'
import { formatAmount } from '../contract/wire/money.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { CATALOGUE } from '../fixtures/catalogue.ts'
import { ORDINARY_PARTNER } from '../fixtures/partners.ts'
import type { Basis, Mark } from './marks.ts'

/** A card that the mock sells. */
const CARD = 'SCENARIO-PROCESSING'
const PRICE = CATALOGUE.find(({ sku }) => sku === CARD)?.price ?? 0

/** Examples of each body and parameter, which a mock understands as they are. */
export function examplesOf(
  profile: Profile,
  mark: Mark,
): Readonly<Record<OperationId | 'request' | 'sku' | 'reference', ExamplesObject>> {
  const { ping, products, price, balance, money, states } = profile
  const one = (name: string, summary: string, value: unknown, basis: Basis): ExamplesObject => ({
    [name]: { summary, value, ...mark('From the fixtures of the kit.', basis) },
  })
  const amountAt = (place: Profile['price'], minorUnits: number) =>
    documentOf([
      [place.amount, formatAmount(minorUnits, money)],
      ...(place.currency === null ? [] : [[place.currency, money.currency] as const]),
    ])
  const cards = CATALOGUE.slice(0, 3).map(({ sku }) => ({ sku }))
  const reference = writtenWithin('SHOP:1001', profile)
  const processing = { status: PROCESSING, pollAfterSeconds: 1 }
  const bought = { status: states.success[0] }
  const notBought = { status: states.failure[0] }
  return {
    sku: one(CARD, 'A card of the mock', CARD, { clauses: ['sku-from-catalogue'] }),
    reference: one('order-1001', 'A reference', reference, { clauses: ['stable-reference'] }),
    request: one('order-1001', 'A purchase', { partnerReference: reference, sku: CARD }, PURCHASE),
    ping: one(
      'ok',
      'The service answers',
      documentOf([
        [ping.status, 'ok'],
        [ping.mode, 'TEST'],
      ]),
      {
        clauses: ['ping-ok', 'ping-mode-test'],
        gaps: ['ping-position'],
      },
    ),
    listProducts: one('cards', 'Three cards', documentOf([[products.pointer, cards]]), {
      clauses: ['product-has-sku'],
      gaps: ['catalogue-position'],
    }),
    getPrice: one('price', 'What a card costs', amountAt(price, PRICE), {
      clauses: ['price-per-sku'],
      gaps: ['price-fields', 'money-format'],
    }),
    getBalance: one(
      'balance',
      'What the partner may spend',
      amountAt(balance, ORDINARY_PARTNER.openingBalance),
      {
        clauses: ['balance-readable'],
        gaps: ['balance-fields', 'money-format'],
      },
    ),
    createOrder: {
      ...one('processing', 'Not settled yet', { data: { order: { order: processing } } }, UNDER_WAY),
      ...one('bought', 'Settled at once', { data: { order: { order: bought } } }, SETTLED),
    },
    lookupOrder: {
      ...one('processing', 'Not settled yet', { data: { order: processing } }, UNDER_WAY),
      ...one('bought', 'The card is bought', { data: { order: bought } }, SETTLED),
      ...one('not-bought', 'No card is bought', { data: { order: notBought } }, SETTLED),
    },
  }
}

const PURCHASE: Basis = { clauses: ['order-two-fields', 'stable-reference'] }
const UNDER_WAY: Basis = { clauses: ['processing-has-poll-after'] }
const SETTLED: Basis = { gaps: ['settled-states'] }
