import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Caller } from './caller.ts'
import { measured } from './measuring.ts'
import type { Offer } from './offer.ts'

/** How many times one after another a thorough run sends one body. */
const MENTIONS = 8
/** How many cards a thorough run buys one after another, and how many at the same moment. */
const IN_A_ROW = 5
const PAUSE_MS = 1200

/** What is abandoned: which card, when its client goes away, and what it does first then. */
export const ABANDONED = [
  ['slow', 0, 'resends'],
  ['otherSlow', 'before-answer', 'looks'],
  // What a thorough run abandons in addition.
  ['slow', 30, 'looks'],
  ['slow', 0, 'looks'],
] as const

/** What is abandoned, and then resent twice without a look: which card, and when its client goes away. */
const RESENT = [
  ['ordinary', 0],
  ['slow', 'before-answer'],
  ['slow', 0],
  ['ordinary', 1000],
] as const

/** Makes the orders of a run: by the end of the reference, and the card, which is the ordinary one by default. */
export type OrderOf = (ending: string, sku?: string) => OrderRequest

/** What a thorough run buys in addition, for faults that wait for a rare condition. */
export async function buyOftener(caller: Caller, offer: Offer, orderOf: OrderOf): Promise<void> {
  const buy = (order: OrderRequest) => measured(caller, () => caller.buy(order))

  for (const [turn, [card, leaves]] of RESENT.entries())
    await caller.line('a purchase abandoned, then resent twice', 3, () =>
      measured(caller, async () => {
        const order = orderOf(`e-${turn + 1}`, offer[card])
        await caller.abandon(order, leaves)
        await caller.buy(order)
        await caller.buy(order)
      }),
    )

  await caller.line(`one body, ${MENTIONS} times in turn`, MENTIONS, async () => {
    const order = orderOf('g-2')
    for (let mention = 1; mention <= MENTIONS; mention += 1) {
      if (mention === 4) await caller.pace.sleep(PAUSE_MS)
      if (mention > 4) await caller.lookUp(order.partnerReference)
      await buy(order)
    }
  })

  await caller.line(`${IN_A_ROW} cards in a row`, IN_A_ROW, async () => {
    for (let card = 1; card <= IN_A_ROW; card += 1) await buy(orderOf(`r-${card}`))
  })

  await caller.line(`${IN_A_ROW} references at the same moment, each twice`, 2 * IN_A_ROW, () =>
    measured(caller, () => {
      const orders = Array.from({ length: IN_A_ROW }, (_, index) => orderOf(`s-${index + 1}`))
      return Promise.all(orders.flatMap((order) => [caller.buy(order), caller.buy(order)]))
    }),
  )
}
