import { Broken, described, mustHaveSummary, says } from '../answers.ts'
import { costsAtMost } from '../costs.ts'
import { follow } from '../follow.ts'
import type { Form, Service } from '../service.ts'
import type { Check } from './check.ts'

const NEEDS = ['order-two-fields', 'purchase-position'] as const

/** The same body, in other forms and by another client. */
const AGAIN: readonly Form[] = [
  {},
  { isSpaced: true },
  { headers: { 'User-Agent': 'partner-shop/2' } },
  { isSkuFirst: true },
  {},
]
const AT_ONCE = 4
const SETTLED_AGAIN = 4
const FAILED_AGAIN = 2

/** The identical body is the same purchase: at once, simultaneously, and later (§4.2). */
export const REPLAYS: readonly Check[] = [
  {
    clause: 'same-body-same-purchase',
    name: 'again',
    title: 'the identical body, sent five more times, is answered as the same purchase and costs nothing',
    when: 'money',
    needs: NEEDS,
    restsOn: ['balance-fields'],
    purchases: 1 + AGAIN.length,
    cards: 1,
    run: async (service, shop) => {
      const order = await shop.buy()
      await costsAtMost(
        service,
        shop,
        0,
        `The identical body, sent ${AGAIN.length} more times,`,
        async () => {
          for (const form of AGAIN)
            mustHaveSummary(await service.purchase(order, form), 'the identical body, sent again,')
        },
      )
    },
  },
  {
    clause: 'same-body-same-purchase',
    name: 'simultaneous',
    title: 'the identical body, sent four times at the same time, is one purchase',
    when: 'money',
    needs: NEEDS,
    restsOn: ['balance-fields'],
    purchases: AT_ONCE,
    cards: 1,
    run: async (service, shop) => {
      const order = Object.assign(await shop.order(), { isCrowded: true })
      const what = 'the identical body, sent four times at the same time,'
      await costsAtMost(service, shop, 1, `${what[0]?.toUpperCase()}${what.slice(1)}`, async () => {
        const begin = service.calls.length
        const calls = await Promise.all(Array.from({ length: AT_ONCE }, () => service.purchase(order)))
        const sent = service.calls.slice(begin).filter(({ reference }) => reference === order.reference)
        const isSold = calls.some((call) => says(call) === 'yes')
        for (const call of calls) {
          if (isSold) mustHaveSummary(call, what)
          else await shop.mustBeBought(call, what)
        }
        void follow(service, order)
        const fault = sent.find(({ status }) => status !== null && status >= 500 && status !== 503)
        const isUsual = service.calls.some(
          ({ reference, status }) => status === fault?.status && !isCrowded(service, reference),
        )
        if (fault !== undefined && !isUsual)
          throw new Broken(
            `Expected ${what} to be served; ${described(fault)}, which no other request of the run got.`,
            [fault],
          )
      })
    },
  },
  {
    clause: 'same-body-same-purchase',
    name: 'settled',
    title:
      'the identical body of an order that has settled is answered as the same purchase and costs nothing',
    when: 'end',
    needs: [...NEEDS, 'order-leaves-processing'],
    restsOn: ['balance-fields'],
    purchases: SETTLED_AGAIN,
    cards: 0,
    run: async (service, shop) => {
      const ended = (await shop.ended()).filter(({ isAbandoned }) => isAbandoned !== true)
      const failed = ended.slice(SETTLED_AGAIN).filter(({ ending }) => ending === 'failed')
      const orders = [...ended.slice(0, SETTLED_AGAIN), ...failed.slice(0, FAILED_AGAIN)]
      await costsAtMost(
        service,
        shop,
        0,
        `The bodies of ${orders.length} settled orders, sent again,`,
        async () => {
          const calls = await Promise.all(orders.map((order) => service.purchase(order)))
          for (const call of calls) mustHaveSummary(call, 'the identical body of a settled order')
          // A standing check sees in these lookups whether an order is PROCESSING again.
          await Promise.all(orders.map((order) => service.lookUp(order)))
        },
      )
    },
  },
]

function isCrowded({ orders }: Service, reference: string | null): boolean {
  return orders.some((order) => order.reference === reference && order.isCrowded === true)
}
