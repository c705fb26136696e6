import type { Profile } from '../../contract/profile/profile.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import type { Trial } from '../trial.ts'
import { referenceIn } from './request.ts'

const PRICE_PATH = '/products/{sku}/price'

/** The SKU whose price an exchange asks for; undefined where it asks for something else. */
export function pricedSku({ operation, request }: Exchange): string | undefined {
  return operation === 'getPrice' ? referenceIn(request.target, PRICE_PATH) : undefined
}

/** The price of a SKU in minor units, as a trial shows it; undefined when the client did not ask. */
export function readAmount({ exchanges }: Trial, { price, money }: Profile, sku: string): number | undefined {
  const asked = exchanges.find((exchange) => pricedSku(exchange) === sku && exchange.response?.status === 200)
  if (asked?.response == null) return undefined
  return parseAmount(readPointer(parseJson(asked.response.body), price.amount), money)
}
