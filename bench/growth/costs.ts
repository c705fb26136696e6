import type { OrderRequest } from '../../contract/bodies.ts'
import { ORDINARY_PARTNER } from '../../fixtures/partners.ts'
import { ORDINARY } from '../../fixtures/scenarios.ts'
import { createApp } from '../../mock-server/app.ts'
import type { Account, Purchase, Store } from '../../mock-server/store.ts'
import { AUTHORIZATION, BENCH_KEY, CARD, OPENING_BALANCE } from '../operations.ts'

/** What is done with a store that has so many orders. */
export type GrowthOperation = 'purchase' | 'replay' | 'lookup' | 'balance'

/** Something to do, made ready before it is timed. */
export type Deed = () => unknown

/** Makes one deed ready; `number` says about which order. */
export type Costs = { readonly [O in GrowthOperation]: (number: number) => Deed }

const ACCOUNT: Account = { world: BENCH_KEY, openingBalance: OPENING_BALANCE }

/** The purchase of a number. Its texts are read from JSON, as those of a request are: no two share their memory. */
function purchaseOf(number: number): Purchase {
  const request = JSON.parse(bodyOf(number)) as OrderRequest
  return { ...request, price: CARD.price, course: ORDINARY.course }
}

/** The operations through the Store port alone. */
export function costsOfStore(store: Store): Costs {
  const place = (number: number) => {
    const purchase = purchaseOf(number)
    return () => store.placeOrder(ACCOUNT, purchase)
  }
  return {
    purchase: place,
    replay: place,
    lookup: (number) => {
      const { partnerReference } = purchaseOf(number)
      return () => store.findOrder(ACCOUNT, partnerReference)
    },
    balance: () => () => store.balance(ACCOUNT),
  }
}

/** The operations through the whole mock over that store, without a socket. */
export function costsOfMock(store: Store): Costs {
  const partners = [{ ...ORDINARY_PARTNER, key: BENCH_KEY, openingBalance: OPENING_BALANCE }]
  const app = createApp({ store, partners })
  const call = (path: string, body?: string) => {
    const headers = { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body }
    const request = new Request(`http://localhost${path}`, init)
    return async () => {
      const { status } = await app.fetch(request)
      if (status !== 200) throw new Error(`${path} was answered with ${status}: its cost counts for nothing.`)
    }
  }
  const place = (number: number) => call('/orders', bodyOf(number))
  return {
    purchase: place,
    replay: place,
    lookup: (number) => call(`/orders/BENCH:${number}`),
    balance: () => call('/balance'),
  }
}

/** Fills a store up. */
export async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) await store.placeOrder(ACCOUNT, purchaseOf(number))
}

function bodyOf(number: number): string {
  return JSON.stringify({ partnerReference: `BENCH:${number}`, sku: CARD.sku })
}
