import { errorShape } from '../contract/profile/error-shape.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { patternOf } from '../contract/profile/reference-limits.ts'
import { currencyDigits } from '../contract/wire/money.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { SUMMARY_AT } from '../contract/wire/summary-position.ts'
import {
  type JsonSchema,
  jsonSchemaOf,
  objectOf,
  type Places,
  refTo,
  schemaWithPlaces,
} from './json-schema.ts'
import type { Mark } from './marks.ts'

/** The schemas of all bodies, and of what they contain. */
export function schemasOf(profile: Profile, mark: Mark): Readonly<Record<string, JsonSchema>> {
  const { ping, products, errors } = profile
  const envelope = mark('The envelope.', { clauses: ['data-envelope'] })
  const answer = (...places: Places) => {
    // A profile has every pointer below /data.
    const below = places.map(([pointer, schema]) => [pointer.slice('/data'.length), schema] as const)
    return objectOf({ data: { ...schemaWithPlaces(below), ...envelope } })
  }
  const status = mark('Whether the service can be reached.', {
    clauses: ['ping-ok'],
    gaps: ['ping-position'],
  })
  const mode = mark('The environment of the key.', { clauses: ['ping-mode-test'], gaps: ['ping-position'] })
  const cards = mark('The cards that the caller may buy.', { gaps: ['catalogue-position'] })
  const sku = mark('What the card is bought by.', { clauses: ['product-has-sku', 'sku-from-catalogue'] })
  const purchased = mark('The summary of a purchase, one level deeper than that of a lookup.', {
    clauses: ['purchase-position', 'reads-purchase-position'],
  })
  const lookedUp = mark('The summary of a lookup, one level less deep than that of a purchase.', {
    clauses: ['lookup-position', 'reads-lookup-position'],
  })
  return {
    PingAnswer: answer(
      [ping.status, { type: 'string', const: 'ok', ...status }],
      [ping.mode, { type: 'string', const: 'TEST', ...mode }],
    ),
    Catalogue: answer([products.pointer, { type: 'array', items: refTo('Product'), ...cards }]),
    Product: { ...objectOf({ sku: { ...TEXT, ...sku } }), ...mark('A card.', { gaps: ['product-fields'] }) },
    Price: answer(...amountPlaces('price', 'What the card costs.', profile, mark)),
    Balance: answer(...amountPlaces('balance', 'What the partner may spend.', profile, mark)),
    OrderRequest: orderRequest(profile, mark),
    OrderSummary: orderSummary(profile, mark),
    PurchaseAnswer: answer([SUMMARY_AT.createOrder, refTo('OrderSummary', purchased)]),
    LookupAnswer: answer([SUMMARY_AT.lookupOrder, refTo('OrderSummary', lookedUp)]),
    Refusal: {
      ...jsonSchemaOf(errorShape(errors.body)),
      ...mark('Why a call is not served.', { gaps: ['error-body'] }),
    },
  }
}

export const TEXT = { type: 'string', minLength: 1 } as const

function orderRequest({ limits, references }: Profile, mark: Mark): JsonSchema {
  const { characters, longest } = references
  const { fieldCharacters } = limits
  return {
    ...objectOf({
      partnerReference: {
        type: 'string',
        maxLength: Math.min(longest ?? fieldCharacters, fieldCharacters),
        ...(characters !== null && { pattern: patternOf(characters) }),
        ...mark('What the partner calls the purchase: stable, and one for each intended purchase.', {
          clauses: ['one-reference-per-purchase', 'stable-reference'],
          gaps: ['size-limits', 'reference-limits'],
        }),
      },
      sku: {
        type: 'string',
        maxLength: fieldCharacters,
        ...mark('A SKU of the catalogue.', { clauses: ['sku-from-catalogue'], gaps: ['size-limits'] }),
      },
    }),
    additionalProperties: false,
    ...mark('A purchase.', { clauses: ['order-two-fields', 'exactly-two-fields'] }),
  }
}

function orderSummary(profile: Profile, mark: Mark): JsonSchema {
  const pollAfterSeconds = {
    // The reference lists it for every summary: one that is settled has no use for a number.
    type: ['number', 'null'],
    ...mark(`How many seconds to wait before the next poll, while the order is ${PROCESSING}.`, {
      clauses: ['waits-poll-after'],
      gaps: ['poll-interval-type'],
    }),
  }
  return {
    // Beside a list of alternatives, many generators understand no other keyword.
    ...objectOf({ status: { anyOf: statuses(profile, mark) }, pollAfterSeconds }, ['status']),
    if: { properties: { status: { const: PROCESSING } }, required: ['status'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: {
      ...objectOf({ pollAfterSeconds: { type: 'number', minimum: 0 } }),
      ...mark(`What a summary that is ${PROCESSING} carries.`, { clauses: ['processing-has-poll-after'] }),
    },
    ...mark('The state of an order.', { gaps: ['order-fields'] }),
  }
}

/** The lists of a profile need not be complete, so any other state is accepted, too. */
function statuses({ states, limits }: Profile, mark: Mark): JsonSchema[] {
  const processing = `The purchase is not settled yet. It settles within ${limits.settleSeconds} seconds.`
  const underWay = mark(processing, {
    clauses: ['order-leaves-processing', 'follows-until-settled'],
    gaps: ['processing-transitions', 'settlement-time'],
  })
  const settled = (how: string) => mark(`The purchase is settled: ${how}.`, { gaps: ['settled-states'] })
  return [
    { type: 'string', const: PROCESSING, ...underWay },
    { type: 'string', enum: states.success, ...settled('the card is bought') },
    { type: 'string', enum: states.failure, ...settled('no card is bought') },
    { ...TEXT, ...mark('Any other state.', { open: ['settled-states'] }) },
  ]
}

function amountPlaces(kind: 'price' | 'balance', sentence: string, profile: Profile, mark: Mark): Places {
  const { [kind]: place, money } = profile
  const gaps = [`${kind}-fields`, 'money-format'] as const
  const amount = [place.amount, { ...amountForm(money), ...mark(sentence, { gaps }) }] as const
  if (place.currency === null) return [amount]
  const marks = mark('The currency, by ISO 4217.', { gaps })
  return [amount, [place.currency, { type: 'string', const: money.currency, ...marks }]]
}

function amountForm({ format, currency }: Profile['money']): JsonSchema {
  if (format === 'minor-units') return { type: 'integer' }
  if (format === 'decimal-number') return { type: 'number' }
  const digits = currencyDigits(currency)
  return { type: 'string', pattern: digits === 0 ? '^-?\\d+$' : `^-?\\d+(\\.\\d{1,${digits}})?$` }
}
