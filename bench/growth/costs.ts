import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { ORDINARY_PARTNER } from '../../fixtures/partners.ts'
import { ORDINARY } from '../../fixtures/scenarios.ts'
import { createMock } from '../../mock-server/app.ts'
import type { Account, Purchase, Store } from '../../mock-server/store/store.ts'
import { AUTHORIZATION, BENCH_KEY, CARD, OPENING_BALANCE } from '../operations.ts'

/** What is done with a store that has so many orders. */
export type GrowthOperation = 'purchase' | 'replay' | 'lookup' | 'balance'

/** Something to do, made ready before it is timed. */
export type Deed = () => unknown

/** Makes one deed ready; `number` says about which order. */
export type Costs = { readonly [O in GrowthOperation]: (number: number) => Deed } & {
  /** Resolves when nothing goes on any more that was begun by what was timed. */
  settle(): Promise<void>
}

const ACCOUNT: Account = { sandbox: BENCH_KEY, openingBalance: OPENING_BALANCE }

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
    settle: async () => {},
  }
}

/** The operations through the whole mock over that store, without a socket. */
export function costsOfMock(store: Store): Costs {
  const partners = [{ ...ORDINARY_PARTNER, key: BENCH_KEY, openingBalance: OPENING_BALANCE }]
  const { app, history } = createMock({ store, partners })
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
    // To read the journal is to write first what waits to be written. None of it is asked for.
    settle: async () => void (await history({ afterSeq: Number.MAX_SAFE_INTEGER })),
  }
}

/** How many purchases are under way at a time: a store that gathers them makes them together. */
const AT_ONCE = 200

/** Fills a store up, as purchases do: nothing that a store keeps beside its orders is left out. */
export async function fill(store: Store, from: number, to: number): Promise<void> {
  const { purchase } = costsOfStore(store)
  let next = from
  await atOnce(async () => {
    while (next < to) await purchase(next++)()
  })
}

/** More than the journal keeps: from then on, every exchange takes the place of another. */
const FILLS_THE_JOURNAL = 12_000

/** Has a journal at its bound from the beginning, so that it costs the same at every size. */
export async function fillJournal(store: Store): Promise<void> {
  const { balance, settle } = costsOfMock(store)
  let left = FILLS_THE_JOURNAL
  await atOnce(async () => {
    while (left-- > 0) await balance(0)()
  })
  await settle()
}

async function atOnce(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function bodyOf(number: number): string {
  return JSON.stringify({ partnerReference: `BENCH:${number}`, sku: CARD.sku })
}
