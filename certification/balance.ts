import type { Profile } from '../contract/profile/profile.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import { moneyWords, parseAmount } from '../contract/wire/money.ts'
import { parametersIn } from '../contract/wire/path-template.ts'
import type { Trial } from './trial.ts'

/**
 * A debit of an order, or its refund when the order failed, in minor units. Times are on the clock of the exchanges.
 */
export type Movement = { readonly seq: number; readonly atMs: number; readonly amount: number }

/** The debits and refunds of the purchases in these exchanges, which are all of one card. */
export function movementsOf(
  exchanges: readonly Exchange[],
  { price, course, laterCourse = course }: Pick<Scenario, 'price' | 'course' | 'laterCourse'>,
): readonly Movement[] {
  const recorded = exchanges.filter(({ order }) => order?.effect === 'recorded')
  return recorded.flatMap(({ seq, arrivedMs: atMs }, index) => {
    const { settles, processing } = index === 0 ? course : laterCourse
    const seconds = processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
    const debit = { seq, atMs, amount: -price }
    return settles === 'failure' ? [debit, { seq, atMs: atMs + seconds * 1000, amount: price }] : [debit]
  })
}

/** The debits of a card that has no scenario, at the price that the client read. */
export function ordinaryMovements(
  exchanges: readonly Exchange[],
  sku: string,
  profile: Profile,
): readonly Movement[] {
  const own = exchanges.filter(({ order }) => order?.sku === sku)
  return movementsOf(own, { price: readAmount(exchanges, profile, sku) ?? 0, course: SETTLES_AT_ONCE })
}

const SETTLES_AT_ONCE: Scenario['course'] = { processing: [], settles: 'success' }

export function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0)
}

/** The balance after an exchange and all earlier ones; without an exchange, at the end of the trial. */
export function balanceAfter(trial: Trial, profile: Profile, last?: Exchange): number {
  const { arrivedMs: untilMs, seq: until } = last ?? { arrivedMs: trial.endedMs, seq: Infinity }
  const movements = movementsIn(trial, profile)
  return trial.openingBalance + sumOf(movements.filter(({ seq, atMs }) => seq <= until && atMs <= untilMs))
}

function movementsIn({ scenario, exchanges, others = [] }: Trial, profile: Profile): readonly Movement[] {
  const bySku = Map.groupBy(exchanges, ({ order }) => order?.sku)
  const own = [...bySku].flatMap(([sku, bought]) => {
    if (sku === scenario.sku) return movementsOf(bought, scenario)
    return sku === undefined ? [] : ordinaryMovements(exchanges, sku, profile)
  })
  return [...own, ...others]
}

/** The balance before and after an exchange, in words. */
export function movement(trial: Trial, profile: Profile, seq: number): string {
  const exchange = trial.exchanges.find((one) => one.seq === seq)
  const after = balanceAfter(trial, profile, exchange)
  const own = movementsIn(trial, profile).filter((one) => one.seq === seq && one.amount < 0)
  return `${moneyWords(after - sumOf(own), profile.money)} → ${moneyWords(after, profile.money)}`
}

export function pricedSku({ operation, request }: Exchange): string | undefined {
  return operation === 'getPrice'
    ? parametersIn('/products/{sku}/price', request.target, true)?.sku
    : undefined
}

/** The price of a SKU in minor units, as an answer shows it; undefined when the client did not ask. */
function readAmount(
  exchanges: readonly Exchange[],
  { price, money }: Profile,
  sku: string,
): number | undefined {
  const asked = exchanges.find((exchange) => pricedSku(exchange) === sku && exchange.response?.status === 200)
  if (asked?.response == null) return undefined
  return parseAmount(readPointer(parseJson(asked.response.body), price.amount), money)
}
