import { documentBuilder } from '../contract/json-pointer.ts'
import { formatAmount } from '../contract/money.ts'
import type { Profile } from '../contract/profile.ts'

/** The bodies of the answers that hold what the profile says, where it says: made ready once for all calls. */
export type AnswerBodies = {
  readonly ping: string
  /** @param minorUnits the price of a card. */
  price(minorUnits: number): string
  /** @param minorUnits what is left to buy for. */
  balance(minorUnits: number): string
}

/**
 * The bodies of one profile.
 *
 * @example
 * answerBodies(DEFAULT_PROFILE).balance(2500) // '{"data":{"balance":{"amount":"25.00","currency":"USD"}}}'
 */
export function answerBodies(profile: Profile): AnswerBodies {
  const { ping, price, balance } = profile
  return {
    ping: JSON.stringify(documentBuilder([ping.status, ping.mode])(['ok', 'TEST'])),
    price: amountBody(price, profile.money),
    balance: amountBody(balance, profile.money),
  }
}

function amountBody(place: Profile['price'], money: Profile['money']): (minorUnits: number) => string {
  const pointers = place.currency === null ? [place.amount] : [place.amount, place.currency]
  const build = documentBuilder(pointers)
  return (minorUnits) => JSON.stringify(build([formatAmount(minorUnits, money), money.currency]))
}
