import { type Answer, isServed } from '../analysis/answer.ts'
import { callerRefusal, describeAnswer } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { firstPurchase } from '../steps/first-orders.ts'
import type { Checks } from './check.ts'

/** `order-two-fields`: a body with exactly the two fields is a purchase. */
export const twoFieldsChecks: Checks = [
  {
    name: 'served',
    title: 'POST /orders serves a body of exactly partnerReference and sku',
    run: async (session) => {
      const { answer } = await firstPurchase(session)
      if (isServed(answer)) return [answer.exchange]
      const reason = refusedForAnotherReason(answer, session)
      if (reason !== undefined) throw new NotObserved(reason, [answer.exchange])
      const message = `Expected a body of exactly partnerReference and sku to be served; ${describeAnswer(answer)}.`
      throw new Broken(message, [answer.exchange])
    },
  },
]

function refusedForAnotherReason(answer: Answer, { profile }: Session): string | undefined {
  if (answer.status === null) return `${describeAnswer(answer)}.`
  if (answer.status !== profile.errors.insufficientBalance) return callerRefusal(answer, profile)
  return `${describeAnswer(answer)}, which the profile reads as errors.insufficientBalance. Ask for more TEST balance, or choose a cheaper card with --sku.`
}
