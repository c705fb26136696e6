import { Broken, described, findsNothing, mustHaveSummary, NotObserved } from '../answers.ts'
import { costsAtMost } from '../costs.ts'
import { follow } from '../follow.ts'
import type { Order } from '../order.ts'
import type { Service } from '../service.ts'
import type { Shop } from '../shop.ts'
import type { Check } from './check.ts'

/**
 * When clients disconnect, as a share of the time that a purchase takes; and whether they wait for its end before they
 * resend.
 */
const CASES = [
  { leavesAt: 0, isPatient: false },
  { leavesAt: 0.3, isPatient: true },
  { leavesAt: 0.6, isPatient: false },
  { leavesAt: 0.85, isPatient: true },
] as const

/**
 * If answers are quicker than this, a client can't disconnect in the middle of one: timers of a busy machine are not
 * that precise.
 */
const QUICK_MS = 50

const TOO_QUICK = 'Each answer came before its client had disconnected.'

/**
 * A client that disconnects before the answer has bought its card, or buys it by resending the identical body: once
 * (§4.3).
 */
export const TIMEOUTS: readonly Check[] = [
  {
    clause: 'purchase-survives-timeout',
    name: 'resent',
    title:
      'after a client disconnected before the answer, the identical body finds the purchase, and it costs one card',
    when: 'money',
    needs: ['order-two-fields', 'purchase-position', 'new-reference-new-purchase', 'same-body-same-purchase'],
    restsOn: ['balance-fields'],
    purchases: 2 * CASES.length,
    cards: CASES.length,
    run: async (service, shop) => {
      const card = await shop.card()
      const { latencyMs } = service
      const isQuick = latencyMs < QUICK_MS
      const what = `${CASES.length} purchases, each abandoned by its client and sent again,`
      await costsAtMost(service, shop, CASES.length, what, async () => {
        const unseen: unknown[] = []
        for (const { leavesAt, isPatient } of CASES) {
          const order = service.order(card)
          await service.abandon(order, isQuick ? 0 : leavesAt * latencyMs)
          if (isPatient) await service.sleep(latencyMs * 1.2)
          // The lookup may find nothing: the purchase may be undone, or not recorded yet.
          await service.lookUp(order)
          // A resend without an answer does not end the check: the balance shows what all of them cost.
          await resend(service, shop, order).catch((cause: unknown) => unseen.push(cause))
        }
        if (unseen.length > 0) throw unseen.find((cause) => cause instanceof Broken) ?? unseen[0]
      })
      if (!service.orders.some(({ isAbandoned }) => isAbandoned)) throw new NotObserved(TOO_QUICK)
    },
  },
  {
    clause: 'purchase-survives-timeout',
    name: 'later',
    title: 'a purchase whose client disconnected is still found once it has settled',
    when: 'end',
    needs: ['order-two-fields', 'purchase-position', 'lookup-position'],
    run: async (service, shop) => {
      const abandoned = (await shop.ended()).filter(({ isAbandoned }) => isAbandoned === true)
      if (abandoned.length === 0)
        throw new NotObserved('No order whose client had disconnected was seen to settle.')
      for (const order of abandoned) {
        const call = await service.lookUp(order)
        if (findsNothing(call))
          throw new Broken(
            `Expected the lookup to keep finding the order of a client that disconnected; ${described(call)}.`,
            [call],
          )
      }
    },
  },
]

async function resend(service: Service, shop: Shop, order: Order): Promise<void> {
  const call = await service.purchase(order)
  await shop.mustBeBought(call, 'the identical body of a purchase whose client disconnected')
  mustHaveSummary(call, 'the identical body of a purchase whose client disconnected')
  void follow(service, order)
}
