import { errorShape } from '../../contract/profile/error-shape.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import { pingFields, product } from '../../contract/wire/bodies.ts'
import { currencyDigits } from '../../contract/wire/money.ts'
import type { Mark } from '../marks.ts'
import { bodySchema, type JsonSchema, jsonSchemaOf, refTo, withMembers } from '../schema.ts'

/** The schemas of what is read before a purchase, and of a refusal. */
export function readSchemas(profile: Profile, mark: Mark): Readonly<Record<string, JsonSchema>> {
  const { ping, products, price, balance, money, errors } = profile
  const envelope = ['/data', mark('The envelope.', { clauses: ['data-envelope'] })] as const
  const catalogue = mark('The cards that the caller may buy.', { gaps: ['catalogue-position'] })
  return {
    PingAnswer: bodySchema([
      envelope,
      [ping.status, pingField('status', 'ping-ok', mark)],
      [ping.mode, pingField('mode', 'ping-mode-test', mark)],
    ]),
    Catalogue: bodySchema([
      envelope,
      [products.pointer, { type: 'array', items: refTo('Product'), ...catalogue }],
    ]),
    Product: {
      ...withMembers(jsonSchemaOf(product), {
        sku: mark('What the card is bought by.', { clauses: ['product-has-sku', 'sku-from-catalogue'] }),
      }),
      ...mark('A card.', { gaps: ['product-fields'] }),
    },
    Price: bodySchema([envelope, ...amountPlaces(price, 'What the card costs.', 'price-fields', mark)]),
    Balance: bodySchema([
      envelope,
      ...amountPlaces(balance, 'What the partner may spend.', 'balance-fields', mark),
    ]),
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
  }
}

function pingField(field: 'status' | 'mode', clause: 'ping-ok' | 'ping-mode-test', mark: Mark): JsonSchema {
  const text = field === 'status' ? 'Whether the service can be reached.' : 'The environment of the key.'
  return {
    ...jsonSchemaOf(pingFields.shape[field]),
    ...mark(text, { clauses: [clause], gaps: ['ping-position'] }),
  }
}

function amountPlaces(
  { amount, currency }: Profile['price'],
  text: string,
  gap: GapId,
  mark: Mark,
): (readonly [pointer: string, JsonSchema])[] {
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
