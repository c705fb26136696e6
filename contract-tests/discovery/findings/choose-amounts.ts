import type { AmountPlace } from './find-amount.ts'

/** An amount's place, and the places that are as likely. */
export type ChosenAmount = {
  readonly place: AmountPlace
  /** Places of the same kind that hold other amounts. */
  readonly rivals: readonly AmountPlace[]
}

/**
 * Chooses the places of price and balance. A profile has one money format: both are strings, or both are numbers.
 *
 * @param prices the places of a price, best first.
 * @param balances the places of a balance, best first.
 */
export function chooseAmounts(
  prices: readonly AmountPlace[],
  balances: readonly AmountPlace[],
): { readonly price: ChosenAmount | undefined; readonly balance: ChosenAmount | undefined } {
  const sameKind = (list: readonly AmountPlace[], of: AmountPlace) =>
    list.find(({ kind }) => kind === of.kind)
  const price = prices.find((place) => sameKind(balances, place) !== undefined) ?? prices[0]
  const balance = price === undefined ? balances[0] : sameKind(balances, price)
  return { price: chosen(price, prices), balance: chosen(balance, balances) }
}

function chosen(place: AmountPlace | undefined, all: readonly AmountPlace[]): ChosenAmount | undefined {
  if (place === undefined) return undefined
  const rivals = all.filter(({ kind, amounts }) => kind === place.kind && !areEqual(amounts, place.amounts))
  return { place, rivals }
}

function areEqual(one: AmountPlace['amounts'], other: AmountPlace['amounts']): boolean {
  return one.every((amount, index) => Number(amount) === Number(other[index]))
}
