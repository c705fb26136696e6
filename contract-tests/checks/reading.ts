import { product } from '../../contract/wire/bodies.ts'
import { expectServed } from '../analysis/expect-served.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
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
      const { exchange } = await catalogue(session)
      const at = entries.findIndex((entry) => !product.safeParse(entry).success)
      if (at < 0) return [exchange]
      const found = JSON.stringify(entries[at])?.slice(0, 120)
      throw new Broken(`Entry ${at} of ${entries.length} in the catalogue has no string sku: ${found}.`, [
        exchange,
      ])
    },
  },
]

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
]

/** `balance-readable`: before anything is bought. */
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
]
