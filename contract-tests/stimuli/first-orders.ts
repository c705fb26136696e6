import type { Answer } from '../answer.ts'
import { SIMULTANEOUS } from '../purchase-plan.ts'
import type { Session } from '../session.ts'
import { buy, buyingAllowed, lookUp, needPurchase } from './buying.ts'
import { inTurn, ledgerBuy, ledgerStep } from './ledger.ts'
import { shoppingList } from './shopping-list.ts'
import { stimulus } from './stimulus.ts'

/**
 * How the references of a run end. They share 33 characters, so that a server which keeps fewer takes one for another;
 * the first differ by nothing but the case of a letter, or a mark between letters.
 */
const ENDINGS = { first: 'a-1', second: 'A-1', simultaneous: 'a.1', beside: 'a_1' } as const

/** The reference of one of the orders of a run that differ in their last characters alone. */
export function similarReference(session: Session, ending: string): string {
  return session.reference(`purchase-of-${ending}`)
}

/** The first purchase of a run: everything else is held against it. */
export const firstPurchase = stimulus(async (session) => {
  const { ordinary } = await shoppingList(session)
  await buyingAllowed(session)
  session.purse.reserve('first')
  return ledgerBuy(session, { partnerReference: similarReference(session, ENDINGS.first), sku: ordinary })
})

/** The lookup of the first purchase. */
export const firstLookup = stimulus(async (session) => {
  const { order, answer } = await firstPurchase(session)
  if (answer.status === null) needPurchase(answer, session)
  return lookUp(session, order.partnerReference)
})

/** The identical body of the first purchase, sent again after its lookup. */
export const replay = inTurn(firstLookup, async (session) => {
  const { order } = await neededFirstPurchase(session)
  session.purse.reserve('replay')
  return ledgerBuy(session, order)
})

/** The same card under a new reference. */
export const secondPurchase = inTurn(replay, async (session) => {
  const { order } = await neededFirstPurchase(session)
  session.purse.reserve('second')
  return ledgerBuy(session, { ...order, partnerReference: similarReference(session, ENDINGS.second) })
})

/** One new body, sent several times at the same moment, and the same card under another reference beside it. */
export const simultaneousPurchases = inTurn(secondPurchase, async (session) => {
  const { order } = await neededFirstPurchase(session)
  session.purse.reserve('simultaneous')
  const same = { ...order, partnerReference: similarReference(session, ENDINGS.simultaneous) }
  const other = { ...order, partnerReference: similarReference(session, ENDINGS.beside) }
  return ledgerStep(session, async () => {
    const sent = [...Array.from({ length: SIMULTANEOUS }, () => same), other].map((one) => buy(session, one))
    const answers = await Promise.all(sent)
    // As many as were sent: the last of them is the other reference's.
    return { answers: answers.slice(0, -1), beside: answers.at(-1) as Answer }
  })
})

/** The first purchase, where it was served: nothing is bought after one that was not. */
export async function neededFirstPurchase(session: Session) {
  const first = await firstPurchase(session)
  needPurchase(first.answer, session)
  return first
}
