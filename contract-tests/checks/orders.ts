import { Broken, described, mustHaveSummary, NotObserved, says, summaryOf } from '../answers.ts'
import { follow } from '../follow.ts'
import type { Check } from './check.ts'

/** A body of exactly two fields buys a card (§4). */
export const ORDERS: readonly Check[] = [
  {
    clause: 'order-two-fields',
    name: 'served',
    title: 'POST /orders serves a body of exactly partnerReference and sku',
    when: 'money',
    purchases: 1,
    run: async (_, shop) => {
      await shop.buyFirst()
    },
  },
  {
    clause: 'order-two-fields',
    name: 'reordered',
    title: 'POST /orders serves the two fields in either order, with any white space between them',
    when: 'orders',
    purchases: 1,
    run: async (service, shop) => {
      const order = await shop.order()
      const call = await service.purchase(order, { isSkuFirst: true, isSpaced: true })
      if (says(call) === 'no' && summaryOf(await service.purchase(order)) === undefined)
        throw new NotObserved(
          `${described(call)} with sku first, and the same order with partnerReference first was not served either.`,
        )
      if (says(call) === 'no')
        throw new Broken(
          `Expected a body with sku first to be served, as the same order is with partnerReference first; ${described(call)}.`,
          [call],
        )
      mustHaveSummary(call, 'a body with sku first')
      void follow(service, order)
    },
  },
]
