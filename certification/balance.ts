import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import { moneyWords, parseAmount } from '../contract/wire/money.ts'
import { parametersIn } from '../contract/wire/path-template.ts'
import type { Trial } from './trial.ts'

/**
 * The balance after everything that arrived up to an exchange; without one, after the whole trial. As in the mock, an order is
 * debited when it is recorded, and given back when it fails.
 */
export function balanceAfter(trial: Trial, profile: Profile, seq = Number.POSITIVE_INFINITY): number {
  const { scenario, exchanges, openingBalance } = trial
  const recorded = exchanges.filter((one) => one.order?.effect === 'recorded' && one.seq <= seq)
  return recorded.reduce((balance, { order, arrivedMs }) => {
    const isOwn = order?.sku === scenario.sku
    const price = isOwn ? scenario.price : (readAmount(trial, profile, order?.sku ?? '') ?? 0)
    return isOwn && isGivenBack(trial, arrivedMs) ? balance : balance - price
  }, openingBalance)
}

function isGivenBack({ scenario, endedMs }: Trial, arrivedMs: number): boolean {
  const { settles, processing } = scenario.course
  const seconds = processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
  return settles === 'failure' && arrivedMs + seconds * 1000 <= endedMs
}

export function movement(trial: Trial, profile: Profile, seq: number): string {
  const [before, after] = [balanceAfter(trial, profile, seq - 1), balanceAfter(trial, profile, seq)]
  return `${moneyWords(before, profile.money)} → ${moneyWords(after, profile.money)}`
}

export function pricedSku({ operation, request }: Exchange): string | undefined {
  return operation === 'getPrice'
    ? parametersIn('/products/{sku}/price', request.target, true)?.sku
    : undefined
}

/** The price of a SKU in minor units, as a trial shows it; undefined when the client did not ask. */
function readAmount({ exchanges }: Trial, { price, money }: Profile, sku: string): number | undefined {
  const asked = exchanges.find((exchange) => pricedSku(exchange) === sku && exchange.response?.status === 200)
  if (asked?.response == null) return undefined
  return parseAmount(readPointer(parseJson(asked.response.body), price.amount), money)
}
