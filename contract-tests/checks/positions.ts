import { Broken, described, findsNothing, mustHaveSummary, NotObserved, summaryOf } from '../answers.ts'
import { FOUND_WITHIN_MS, follow, isLookupKnown } from '../follow.ts'
import type { Order } from '../order.ts'
import type { Service } from '../service.ts'
import type { Check } from './check.ts'

/**
 * The position of the summary, and that the lookup finds the order (§4.1). Standing checks judge the position in every
 * other answer of the run.
 */
export const POSITIONS: readonly Check[] = [
  {
    clause: 'purchase-position',
    name: 'first',
    title: 'the summary of a purchase stands at data.order.order',
    when: 'orders',
    run: async (service, shop) => {
      const { reference } = await shop.first()
      const call = service.calls.find((one) => one.reference === reference && summaryOf(one) !== undefined)
      if (call === undefined) throw new NotObserved('No purchase was answered with a summary.')
    },
  },
  {
    clause: 'lookup-position',
    name: 'found',
    title: 'an order that was bought is found by its lookup, and its summary stands at data.order',
    when: 'orders',
    needs: ['order-two-fields', 'purchase-position'],
    restsOn: ['lookup-operation'],
    run: async (service, shop) => findOrder(service, await shop.first()),
  },
  {
    clause: 'lookup-position',
    name: 'asked-before',
    title: 'an order is found even if it was looked up before it was bought',
    when: 'orders',
    needs: ['order-two-fields', 'purchase-position', 'new-reference-new-purchase'],
    restsOn: ['lookup-operation'],
    purchases: 1,
    run: async (service, shop) => {
      const order = await shop.order()
      await service.lookUp(order)
      // The purchase has another Accept header. A standing check sees whether its summary is at the same position.
      await findOrder(service, await shop.buy(order, { headers: { Accept: '*/*' } }))
    },
  },
  {
    clause: 'lookup-position',
    name: 'small-escapes',
    title: 'an order is found whichever way its reference is escaped in the URL',
    when: 'end',
    needs: ['new-reference-new-purchase'],
    restsOn: ['lookup-operation'],
    run: async (service, shop) => {
      const [order] = await shop.ended()
      if (order === undefined) throw new NotObserved('No order was seen to settle.')
      const call = await service.lookUp(order, { hasSmallEscapes: true })
      if (!findsNothing(call) || summaryOf(await service.lookUp(order)) === undefined) return
      throw new Broken(`Expected %3a to be read as %3A (RFC 3986, section 2.1); ${described(call)}.`, [call])
    },
  },
]

const NO_LOOKUP =
  'No lookup of the run found an order. The reference does not show where the lookup is: ask the operator, and change lookup in the profile; or give it to npx partner-purchase-kit discover with --lookup.'

/** Looks an order up until it is found, since no sentence says how soon that must be. @throws {Broken | NotObserved} */
async function findOrder(service: Service, order: Order): Promise<void> {
  void follow(service, order)
  const endsMs = service.nowMs() + FOUND_WITHIN_MS
  for (;;) {
    const call = await service.lookUp(order)
    if (!findsNothing(call)) return void mustHaveSummary(call, 'the lookup of an order that was bought')
    if (service.nowMs() > endsMs && !isLookupKnown(service)) throw new NotObserved(NO_LOOKUP)
    if (service.nowMs() > endsMs)
      throw new Broken(`Expected the lookup to find an order that was bought; ${described(call)}.`, [call])
    await service.sleep(500)
  }
}
