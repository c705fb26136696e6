import type { Money } from '../../../contract/wire/money.ts'
import type { Answer } from '../../run/answer.ts'
import { type ChosenAmount, chooseAmounts } from '../findings/choose-amounts.ts'
import { findAmounts } from '../findings/find-amount.ts'
import { findCurrency } from '../findings/find-currency.ts'
import type { KeyedSearch } from '../search.ts'
import { type AmountSection, missAmount, noteAmount, type SeenAmount } from './note-amounts.ts'
import { noteMoney } from './note-money.ts'
import type { Offer } from './read-offer.ts'

/** What is known of money: the position of a price, and the format of amounts. */
export type MoneyFound = { readonly priceAt: string; readonly money: Money }

/** Finds the positions of price and balance, and their format (gaps `price-fields`, `balance-fields`, `money-format`). */
export function findMoney(search: KeyedSearch, { prices, balance }: Offer): MoneyFound | undefined {
  const priceAnswers = prices.map(({ answer }) => answer)
  const balanceAnswers = balance === undefined ? [] : [balance]
  const chosen = chooseAmounts(
    findAmounts(bodiesOf(priceAnswers), 'price'),
    findAmounts(bodiesOf(balanceAnswers), 'balance'),
  )
  const price = noted(search, 'price', priceAnswers, chosen.price)
  const rest = noted(search, 'balance', balanceAnswers, chosen.balance)
  const money = noteMoney(search, [...price, ...rest])
  const [priced] = price
  return priced === undefined || money === undefined
    ? undefined
    : { priceAt: priced.amount.place.pointer, money }
}

/** Records what was seen of an amount, or that none was found. */
function noted(
  search: KeyedSearch,
  section: AmountSection,
  answers: readonly Answer[],
  amount: ChosenAmount | undefined,
): readonly SeenAmount[] {
  if (amount === undefined) {
    missAmount(search, section, answers)
    return []
  }
  const currency = findCurrency(bodiesOf(answers), amount.place.pointer)
  const seen = { section, answers, amount, currency }
  noteAmount(search, seen)
  return [seen]
}

function bodiesOf(answers: readonly Answer[]): readonly unknown[] {
  return answers.map(({ json }) => json)
}
