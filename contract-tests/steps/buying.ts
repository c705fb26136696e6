import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { needServed } from '../analysis/expect-served.ts'
import { purchaseSummary } from '../analysis/read-answer.ts'
import { NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { ping } from './reading.ts'
import { step } from './step.ts'

/** Nothing is bought before ping says that the key is a TEST key (§2, §5.2). */
export const buyingAllowed = step(async (session): Promise<void> => {
  const answer = await ping(session)
  needServed(answer, session, 'Nothing was bought: ping was not served.')
  const mode = readPointer(answer.json, session.profile.ping.mode)
  if (mode === 'TEST') return
  const reason = `Nothing was bought: ping's mode at ${session.profile.ping.mode} is ${JSON.stringify(mode) ?? 'missing'}, not "TEST".`
  throw new NotObserved(reason, [answer.exchange])
})

/** The text of a purchase's body: exactly two fields (§4). */
export function orderBody({ partnerReference, sku }: OrderRequest): string {
  return JSON.stringify({ partnerReference, sku })
}

/** Sends a purchase that its step has reserved in the budget. */
export async function buy(session: Session, order: OrderRequest, body = orderBody(order)): Promise<Answer> {
  const note = session.orders.send('purchase', order.partnerReference)
  const answer = await sendPurchase(session, body)
  note(answer)
  return answer
}

/** Sends a body that must be refused, and that its step has reserved in the budget. */
export async function sendPurchase(session: Session, body: string, key?: string | null): Promise<Answer> {
  await buyingAllowed(session)
  session.budget.spend()
  return session.api.send({ operation: 'createOrder', body, ...(key !== undefined && { key }) })
}

/** Looks up an order. */
export async function lookUp(session: Session, partnerReference: string): Promise<Answer> {
  const note = session.orders.send('lookup', partnerReference)
  const answer = await session.api.send({ operation: 'lookupOrder', values: { partnerReference } })
  note(answer)
  return answer
}

/** Requires a purchase that was served, with its summary at the documented position. */
export function needPurchase(answer: Answer, session: Session): void {
  needServed(answer, session, 'Without a purchase there is nothing to look at (see order-two-fields).')
  if (purchaseSummary(answer) === undefined && isServed(answer)) {
    const reason = 'The summary of the purchase does not stand at data.order.order (see purchase-position).'
    throw new NotObserved(reason, [answer.exchange])
  }
}
