import { lookUp, needPurchase } from './buying.ts'
import { firstPurchase } from './ledger.ts'
import { stimulus } from './stimulus.ts'

/** The lookup of the first purchase. */
export const firstLookup = stimulus(async (session) => {
  const { order, answer } = await firstPurchase(session)
  if (answer.status === null) needPurchase(answer, session)
  return lookUp(session, order.partnerReference)
})
