import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Answer } from '../analysis/answer.ts'
import type { Session } from '../run/session.ts'
import { buy, lookUp, orderBody } from './buying.ts'
import { neededFirstPurchase, similarReference, simultaneousPurchases } from './first-orders.ts'
import { type Measured, measure } from './measured.ts'
import { shoppingList } from './shopping-list.ts'
import { inTurn, repeatedly } from './step.ts'

/** A purchase whose client went away before the answer, and the later answers about it. */
export type Abandoned = Measured<{
  readonly order: OrderRequest
  readonly afterMs: number
  readonly abandoned: Exchange
  /** Null if it was not looked up. */
  readonly lookup: Answer | null
  /** The answers to the identical body, in the order of sending. */
  readonly resent: readonly Answer[]
}>

/** How long after its request a client goes away, in milliseconds. */
const ABORTS_MS = [0, 30] as const

/** Purchases whose client went away, then looked up and sent again. */
export const abandonedPurchases = inTurn(simultaneousPurchases, (session) =>
  abandonEach(session, 'abandoned', (order) => lookUp(session, order.partnerReference)),
)

/** Purchases whose client went away, then sent again without a lookup. */
export const abandonedUnseen = inTurn(abandonedPurchases, (session) =>
  abandonEach(session, 'abandonedUnseen', null),
)

/** Whether a turn abandons the slow card, which is PROCESSING for a while. */
export function isSlowTurn(turn: number): boolean {
  return turn === 1 || turn === 2
}

/** Abandons the ordinary card at once, the slow one a moment later; then the other way round. */
async function abandonEach(
  session: Session,
  name: 'abandoned' | 'abandonedUnseen',
  look: ((order: OrderRequest) => Promise<Answer>) | null,
): Promise<readonly Abandoned[]> {
  await neededFirstPurchase(session)
  const { ordinary, slow } = await shoppingList(session)
  return repeatedly(session, name, async (turn) => {
    const afterMs = ABORTS_MS[turn % 2] ?? 0
    const ending = `${name === 'abandoned' ? 'd' : 'e'}-${turn + 1}`
    const partnerReference = await similarReference(session, ending)
    const order = { partnerReference, sku: isSlowTurn(turn) ? slow : ordinary }
    const resends = look === null ? 2 : 1
    return measure(session, async () => {
      const abandoned = await abandon(session, order, afterMs)
      const lookup = look === null ? null : await look(order)
      const resent: Answer[] = []
      while (resent.length < resends) resent.push(await buy(session, order))
      return { order, afterMs, abandoned, lookup, resent }
    })
  })
}

async function abandon(session: Session, order: OrderRequest, afterMs: number): Promise<Exchange> {
  session.budget.spend()
  // No answer arrives, but every later purchase under its reference is a replay.
  session.orders.send('purchase', order.partnerReference)
  return session.abandon({ body: orderBody(order), afterMs })
}
