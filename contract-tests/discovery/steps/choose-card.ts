import { readPointer } from '../../../contract/wire/json-pointer.ts'
import { moneyWords, parseAmount } from '../../../contract/wire/money.ts'
import { LOOKUPS_NEED } from '../request-limits.ts'
import type { KeyedSearch } from '../search.ts'
import type { MoneyFound } from './find-money.ts'
import type { Offer } from './read-offer.ts'

/** The card to buy, and what it costs in words; or why none is bought. */
export type Choice =
  | { readonly sku: string; readonly price: string }
  | { readonly sku: undefined; readonly reason: string }

type Priced = { readonly sku: string; readonly minorUnits: number | undefined }

/** Chooses what to buy: the card that was asked for, else the cheapest whose price was read (§4.4). */
export function chooseCard(search: KeyedSearch, offer: Offer, money: MoneyFound | undefined): Choice {
  if (search.prober.left() < LOOKUPS_NEED) {
    return nothing('too few requests are left to follow an order.')
  }
  const read = offer.prices.map(({ sku, answer }): Priced => {
    const amount = money === undefined ? undefined : readPointer(answer.json, money.priceAt)
    return { sku, minorUnits: money === undefined ? undefined : parseAmount(amount, money.money) }
  })
  const asked = search.aim.sku
  return asked === undefined ? cheapest(read, money) : onlyCard(asked, read, offer, money)
}

function onlyCard(sku: string, read: readonly Priced[], offer: Offer, money: MoneyFound | undefined): Choice {
  if (offer.skus !== undefined && !offer.skus.includes(sku)) {
    return nothing(`the card ${sku} is not among the ${offer.skus.length} of the catalogue.`)
  }
  const priced = read.find((one) => one.sku === sku)
  return priced === undefined
    ? nothing(`the price of ${sku} was not served.`)
    : { sku, price: priceInWords(priced, money) }
}

function cheapest(read: readonly Priced[], money: MoneyFound | undefined): Choice {
  const [first] = read
    .filter(({ minorUnits }) => minorUnits !== undefined && minorUnits > 0)
    .sort((one, other) => (one.minorUnits ?? 0) - (other.minorUnits ?? 0))
  return first === undefined
    ? nothing('no price could be read. Name a card with --sku to buy it anyway.')
    : { sku: first.sku, price: priceInWords(first, money) }
}

function priceInWords({ minorUnits }: Priced, money: MoneyFound | undefined): string {
  if (minorUnits === undefined || money === undefined) return 'a price that could not be read'
  return `${moneyWords(minorUnits, money.money)} (amounts read as ${money.money.format})`
}

function nothing(reason: string): Choice {
  return { sku: undefined, reason: `Nothing was bought: ${reason}` }
}
