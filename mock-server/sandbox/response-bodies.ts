import type { Profile } from '../../contract/profile/profile.ts'
import { documentOf } from '../../contract/wire/json-pointer.ts'
import { formatAmount } from '../../contract/wire/money.ts'

/** The bodies of answers whose content and positions come from the profile: prepared once for all calls. */
export type AnswerBodies = {
  readonly ping: string
  /** @param minorUnits the price of a card. */
  price(minorUnits: number): string
  /** @param minorUnits the balance. */
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
    ping: JSON.stringify(
      documentOf([
        [ping.status, 'ok'],
        [ping.mode, 'TEST'],
      ]),
    ),
    price: amountBody(price, profile.money),
    balance: amountBody(balance, profile.money),
  }
}

function amountBody(place: Profile['price'], money: Profile['money']): (minorUnits: number) => string {
  // Longer than any name in the document, so that it occurs only once: at the place of the amount.
  const mark = '*'.repeat(`${place.amount}${place.currency}`.length)
  const amount = [place.amount, mark] as const
  const document = documentOf(place.currency === null ? [amount] : [amount, [place.currency, money.currency]])
  const [before = '', after = ''] = JSON.stringify(document).split(JSON.stringify(mark))
  return (minorUnits) => before + JSON.stringify(formatAmount(minorUnits, money)) + after
}
