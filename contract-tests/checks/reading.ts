import { product } from '../../contract/wire/bodies.ts'
import { type Answer, exchangesOf, isServed } from '../analysis/answer.ts'
import { expectServed, needServed } from '../analysis/expect-served.ts'
import { callerRefusal } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import { laterReads } from '../steps/later-reads.ts'
import { catalogue, catalogueEntries, firstBalance, prices } from '../steps/reading.ts'
import type { Checks } from './check.ts'

/** `product-has-sku`: every entry has a SKU; its other fields don't matter. */
export const productChecks: Checks = [
  {
    name: 'every-entry',
    title: 'every entry of the catalogue has a sku, a string',
    restsOn: ['catalogue-position'],
    run: async (session) => {
      const entries = await catalogueEntries(session)
      return expectSkus(entries, await catalogue(session))
    },
  },
  {
    name: 'later',
    title: 'every entry of the catalogue has a sku after the purchases, too',
    restsOn: ['catalogue-position'],
    run: async (session) => {
      const { catalogue: answer, entries } = await laterReads(session)
      needServed(answer, session, 'The catalogue was not served after the purchases.')
      return expectSkus(entries, answer)
    },
  },
]

function expectSkus(entries: readonly unknown[], { exchange }: Answer) {
  const at = entries.findIndex((entry) => !product.safeParse(entry).success)
  if (at < 0) return [exchange]
  const found = JSON.stringify(entries[at])?.slice(0, 120)
  const message = `Entry ${at} of ${entries.length} in the catalogue has no string sku: ${found}.`
  throw new Broken(message, [exchange])
}

/** `price-per-sku`: for SKUs of the catalogue. */
export const priceChecks: Checks = [
  {
    name: 'catalogue-skus',
    title: 'GET /products/{sku}/price is served for SKUs of the catalogue',
    run: async (session) => {
      const read = await prices(session)
      if (read.length === 0) throw new NotObserved('The catalogue has no SKU to ask the price of.')
      for (const { sku, answer } of read) expectServed(answer, session, `The price of ${sku}`)
      return read.slice(0, 1).map(({ answer }) => answer.exchange)
    },
  },
  {
    name: 'later',
    title: 'GET /products/{sku}/price is served after the purchases, too',
    run: async (session) => {
      const { price } = await laterReads(session)
      if (price === null) throw new NotObserved('The catalogue has no SKU to ask the price of.')
      expectServed(price.answer, session, `The price of ${price.sku}`)
      return [price.answer.exchange]
    },
  },
]

/** `balance-readable`: before anything is bought, and between purchases. */
export const balanceChecks: Checks = [
  {
    name: 'served',
    title: 'GET /balance is served',
    run: async (session) => {
      const { answer } = await firstBalance(session)
      expectServed(answer, session, 'GET /balance')
      return [answer.exchange]
    },
  },
  {
    name: 'later',
    title: 'GET /balance is served each time that the run reads it',
    run: async (session) => {
      await laterReads(session)
      const read = session.answers.filter(({ exchange }) => exchange.operation === 'getBalance')
      const refused = read.find(
        (answer) => !isServed(answer) && callerRefusal(answer, session.profile) === undefined,
      )
      if (refused !== undefined) expectServed(refused, session, 'GET /balance')
      return exchangesOf(read.slice(-1))
    },
  },
]
