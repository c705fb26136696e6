import { errorShape } from '../../contract/profile/error-shape.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { patternOf } from '../../contract/profile/reference-limits.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import {
  orderRequest,
  orderSummary,
  pingFields,
  processingSummary,
  product,
} from '../../contract/wire/bodies.ts'
import { currencyDigits } from '../../contract/wire/money.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { SUMMARY_AT } from '../../contract/wire/summary-position.ts'
import type { Mark } from '../marks.ts'
import { bodySchema, type JsonSchema, jsonSchemaOf, type Places, refTo, withMembers } from '../schema.ts'

export function schemasOf(profile: Profile, mark: Mark): Readonly<Record<string, JsonSchema>> {
  const { ping, products, price, balance, money, errors } = profile
  const envelope = ['/data', mark('The envelope.', { clauses: ['data-envelope'] })] as const
  const body = (...places: Places) => bodySchema([envelope, ...places])
  const catalogue = mark('The cards that the caller may buy.', { gaps: ['catalogue-position'] })
  const purchased = mark('The summary of a purchase, one level deeper than that of a lookup.', {
    clauses: ['purchase-position', 'reads-purchase-position'],
  })
  const lookedUp = mark('The summary of a lookup, one level less deep than that of a purchase.', {
    clauses: ['lookup-position', 'reads-lookup-position'],
  })
  return {
    PingAnswer: body(
      [ping.status, pingField('status', 'ping-ok', mark)],
      [ping.mode, pingField('mode', 'ping-mode-test', mark)],
    ),
    Catalogue: body([products.pointer, { type: 'array', items: refTo('Product'), ...catalogue }]),
    Product: {
      ...withMembers(jsonSchemaOf(product), {
        sku: mark('What the card is bought by.', { clauses: ['product-has-sku', 'sku-from-catalogue'] }),
      }),
      ...mark('A card.', { gaps: ['product-fields'] }),
    },
    Price: body(...amountPlaces(price, 'What the card costs.', 'price-fields', mark)),
    Balance: body(...amountPlaces(balance, 'What the partner may spend.', 'balance-fields', mark)),
    Amount: { ...amountForm(money), ...mark('An amount of money.', { gaps: ['money-format'] }) },
    Currency: {
      type: 'string',
      const: money.currency,
      ...mark('The currency, by ISO 4217.', { gaps: ['money-format'] }),
    },
    Refusal: {
      ...jsonSchemaOf(errorShape(errors.body)),
      ...mark('Why a call is not served.', { gaps: ['error-body'] }),
    },
    OrderRequest: orderRequestSchema(profile, mark),
    OrderSummary: orderSummarySchema(profile, mark),
    PurchaseAnswer: body([SUMMARY_AT.createOrder, refTo('OrderSummary', purchased)]),
    LookupAnswer: body([SUMMARY_AT.lookupOrder, refTo('OrderSummary', lookedUp)]),
  }
}

function orderRequestSchema({ limits, references }: Profile, mark: Mark): JsonSchema {
  const { characters, longest: most } = references
  const longest = { maxLength: limits.fieldCharacters }
  const reference = mark('What the partner calls the purchase: stable, and one for each intended purchase.', {
    clauses: ['one-reference-per-purchase', 'stable-reference'],
    gaps: ['size-limits', 'reference-limits'],
  })
  const shape = {
    maxLength: Math.min(most ?? limits.fieldCharacters, limits.fieldCharacters),
    ...(characters !== null && { pattern: patternOf(characters) }),
  }
  const sku = mark('A SKU of the catalogue.', { clauses: ['sku-from-catalogue'], gaps: ['size-limits'] })
  const members = { partnerReference: { ...shape, ...reference }, sku: { ...longest, ...sku } }
  return {
    ...withMembers(jsonSchemaOf(orderRequest), members),
    ...mark('A purchase.', { clauses: ['order-two-fields', 'exactly-two-fields'] }),
  }
}

function orderSummarySchema({ states }: Profile, mark: Mark): JsonSchema {
  const members = {
    status: { anyOf: statusSchemas(states, mark) },
    pollAfterSeconds: {
      // The reference lists it for every summary: one that is settled has no use for a number.
      type: ['number', 'null'],
      ...mark(`How many seconds to wait before the next poll, while the order is ${PROCESSING}.`, {
        clauses: ['waits-poll-after'],
        gaps: ['poll-interval-type'],
      }),
    },
  }
  const whileProcessing = {
    ...jsonSchemaOf(processingSummary),
    ...mark(`What a summary that is ${PROCESSING} carries.`, { clauses: ['processing-has-poll-after'] }),
  }
  return {
    ...withMembers(jsonSchemaOf(orderSummary), members),
    if: { properties: { status: { const: PROCESSING } }, required: ['status'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: whileProcessing,
    ...mark('The state of an order.', { gaps: ['order-fields'] }),
  }
}

/** The lists of the profile are answers, and need not be complete: any other state is accepted, too. */
function statusSchemas({ success, failure }: Profile['states'], mark: Mark): JsonSchema[] {
  const underWay = mark('The purchase is not settled yet.', {
    clauses: ['order-leaves-processing', 'follows-until-settled'],
    gaps: ['processing-transitions'],
  })
  const settled = (how: string) => mark(`The purchase is settled: ${how}.`, { gaps: ['settled-states'] })
  return [
    { type: 'string', const: PROCESSING, ...underWay },
    { type: 'string', enum: success, ...settled('the card is bought') },
    { type: 'string', enum: failure, ...settled('no card is bought') },
    { type: 'string', minLength: 1, ...mark('Any other state.', { open: ['settled-states'] }) },
  ]
}

function pingField(field: 'status' | 'mode', clause: 'ping-ok' | 'ping-mode-test', mark: Mark): JsonSchema {
  const text = field === 'status' ? 'Whether the service can be reached.' : 'The environment of the key.'
  return {
    ...jsonSchemaOf(pingFields.shape[field]),
    ...mark(text, { clauses: [clause], gaps: ['ping-position'] }),
  }
}

function amountPlaces({ amount, currency }: Profile['price'], text: string, gap: GapId, mark: Mark): Places {
  const amountPlace = [amount, refTo('Amount', mark(text, { gaps: [gap] }))] as const
  if (currency === null) return [amountPlace]
  return [amountPlace, [currency, refTo('Currency', mark('Its currency.', { gaps: [gap] }))]]
}

function amountForm({ format, currency }: Profile['money']): JsonSchema {
  if (format === 'minor-units') return { type: 'integer' }
  if (format === 'decimal-number') return { type: 'number' }
  const digits = currencyDigits(currency)
  return { type: 'string', pattern: digits === 0 ? '^-?\\d+$' : `^-?\\d+(\\.\\d{1,${digits}})?$` }
}
