import { SIMULTANEOUS } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'
import { buy, buyingAllowed, lookUp, needPurchase } from './buying.ts'
import { type Bought, measure, measuredBuy } from './measured.ts'
import { shoppingList } from './shopping-list.ts'
import { inTurn, step } from './step.ts'

/**
 * The reference of an order after the second. If the target accepts long references, all of them share 33 characters: a
 * server that stores fewer confuses them. How long a reference may be is not shown (gap `size-limits`).
 */
export async function similarReference(session: Session, ending: string): Promise<string> {
  const { order } = await secondPurchase(session)
  return isLong(order.partnerReference) ? longReference(session, ending) : session.reference(ending)
}

const LONG = 'purchase-of-'

function longReference(session: Session, ending: string): string {
  return session.reference(`${LONG}${ending}`)
}

function isLong(reference: string): boolean {
  return reference.includes(LONG)
}

/** The first purchase of a run: everything else is compared with it. */
export const firstPurchase = step(async (session) => {
  const { ordinary } = await shoppingList(session)
  await buyingAllowed(session)
  session.budget.reserve('first')
  return measuredBuy(session, { partnerReference: session.reference('a-1'), sku: ordinary })
})

/** The lookup of the first purchase. */
export const firstLookup = step(async (session) => {
  const { order, answer } = await firstPurchase(session)
  if (answer.status === null) needPurchase(answer, session)
  return lookUp(session, order.partnerReference)
})

/** The identical body of the first purchase, sent again after its lookup. */
export const replay = inTurn(firstLookup, async (session) => {
  const { order } = await neededFirstPurchase(session)
  session.budget.reserve('replay')
  return measuredBuy(session, order)
})

/** Statuses that may refuse a text because of its length (RFC 9110, sections 15.5.1, 15.5.14 and 15.5.21). */
const TOO_LONG = [400, 413, 422]

/** The same card under a new reference: a long one, or a short one if the target refuses that. */
export const secondPurchase = inTurn(replay, async (session): Promise<Bought> => {
  const { order } = await neededFirstPurchase(session)
  session.budget.reserve('second')
  const long = await measuredBuy(session, { ...order, partnerReference: longReference(session, 'b-1') })
  const isTooLong = [...TOO_LONG, session.profile.errors.invalidBody].includes(long.answer.status ?? 0)
  return isTooLong ? measuredBuy(session, { ...order, partnerReference: session.reference('b-1') }) : long
})

/** One new body, sent several times at the same moment, together with a reference that differs only in case. */
export const simultaneousPurchases = inTurn(secondPurchase, async (session) => {
  const { order } = await neededFirstPurchase(session)
  session.budget.reserve('simultaneous')
  const same = { ...order, partnerReference: await similarReference(session, 'c-1') }
  const other = { ...order, partnerReference: await similarReference(session, 'C-1') }
  return measure(session, async () => {
    const identical = Array.from({ length: SIMULTANEOUS }, () => buy(session, same))
    const [answers, beside] = await Promise.all([Promise.all(identical), buy(session, other)])
    return { answers, beside }
  })
})

/** The first purchase, if it was served: otherwise nothing more is bought. */
export async function neededFirstPurchase(session: Session) {
  const first = await firstPurchase(session)
  needPurchase(first.answer, session)
  return first
}
