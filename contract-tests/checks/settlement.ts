import { isProcessing, NotObserved } from '../answers.ts'
import { ENDED, type Order } from '../order.ts'
import type { Service } from '../service.ts'
import type { Shop } from '../shop.ts'
import type { Check } from './check.ts'

const NONE = 'No order was ever PROCESSING: the cards that were bought settled at once.'
const LOOKED_UP_AGAIN_MS = [0, 150, 350]

/** PROCESSING says when to poll, and ends (§1.3, §3.1). Standing checks judge what the summaries say. */
export const SETTLEMENT: readonly Check[] = [
  {
    clause: 'processing-has-poll-after',
    name: 'summary',
    title: 'an order that is PROCESSING carries pollAfterSeconds',
    when: 'orders',
    purchases: 1,
    run: async (service, shop) => {
      await slowOrder(service, shop)
    },
  },
  {
    clause: 'order-leaves-processing',
    name: 'settles',
    title: 'an order that is PROCESSING, polled at its pace, stops being PROCESSING',
    when: 'orders',
    needs: ['processing-has-poll-after', 'lookup-position'],
    restsOn: ['settlement-time'],
    run: async (service, shop) => {
      const { ending } = await slowOrder(service, shop)
      if (!ENDED.includes(ending))
        throw new NotObserved(`The order was not seen to settle: ${ending ?? 'the run ended before'}.`)
    },
  },
  {
    clause: 'order-leaves-processing',
    name: 'stays-settled',
    title: 'an order that has settled is not PROCESSING when it is looked up again',
    when: 'end',
    needs: ['lookup-position'],
    run: async (service, shop) => {
      const ended = await shop.ended()
      const some = new Set([...ended.slice(0, 2), ...ended.slice(-3)])
      const lookAgain = async (order: { readonly reference: string }) => {
        for (const pauseMs of LOOKED_UP_AGAIN_MS) {
          await service.sleep(pauseMs)
          await service.lookUp(order)
        }
      }
      await Promise.all([...some].map(lookAgain))
    },
  },
]

/** @throws {NotObserved} if no order of the run was ever PROCESSING. */
async function slowOrder(service: Service, shop: Shop): Promise<Order> {
  const order = await shop.slow()
  if (!service.calls.some(isProcessing)) throw new NotObserved(NONE)
  return order
}
