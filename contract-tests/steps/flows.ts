import { isServed } from '../analysis/answer.ts'
import type { LoggedAnswer } from '../analysis/order-log.ts'
import { isProcessing, summaryIn } from '../analysis/read-answer.ts'
import { timesOf } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'
import { buyingAllowed, lookUp } from './buying.ts'
import { neededFirstPurchase, similarReference } from './first-orders.ts'
import type { Flow, Followed } from './flow.ts'
import { followAll } from './following.ts'
import { type Bought, measuredBuy } from './measured.ts'
import { shoppingList } from './shopping-list.ts'
import { inTurn, repeatedly } from './step.ts'
import { crowd } from './thorough-orders.ts'

/** One purchase of each card that is worth polling. */
export const followedPurchases = inTurn(crowd, async (session): Promise<readonly Bought[]> => {
  const { followed } = await shoppingList(session)
  await buyingAllowed(session)
  const cards = followed.slice(0, timesOf('followed', session.target))
  const buyCard = async (turn: number) => {
    const partnerReference = await similarReference(session, `f-${turn + 1}`)
    return measuredBuy(session, { partnerReference, sku: cards[turn] ?? '' })
  }
  return repeatedly(session, 'followed', buyCard, cards.length)
})

/** At which poll of which order the identical body is sent instead of a lookup, the most useful first. */
const REPEATS_WHILE_PROCESSING: readonly (readonly [flow: number, poll: number])[] = [
  [0, 1],
  [2, 1],
  [4, 4],
  [4, 6],
]

/** Every order that a run follows: those bought for it, and earlier ones that are still PROCESSING. */
export const flows = inTurn(followedPurchases, async (session): Promise<readonly Flow[]> => {
  const bought = await followedPurchases(session)
  const repeats = REPEATS_WHILE_PROCESSING.slice(0, timesOf('whileProcessing', session.target))
  const chosen = bought.flatMap(({ order, answer }, index): Followed[] => {
    if (!isServed(answer)) return []
    const repeatAtPolls = repeats.filter(([flow]) => flow === index).map(([, poll]) => poll)
    return [{ order, from: answer, repeatAtPolls, repeatOnceSettled: true }]
  })
  const repeatAllowed = () => {
    if (!session.budget.covers('whileProcessing')) return false
    session.budget.reserve('whileProcessing')
    return true
  }
  return followAll(session, [...chosen, ...stillProcessing(session, chosen)], repeatAllowed)
})

function stillProcessing(session: Session, chosen: readonly Followed[]): readonly Followed[] {
  const known = new Set(chosen.map(({ order }) => order.partnerReference))
  return [...session.orders.byOrder].flatMap(([partnerReference, answers]): Followed[] => {
    const last = answers.findLast(({ answer }) => summaryIn(answer) !== undefined)
    if (known.has(partnerReference) || last === undefined || !isProcessing(summaryIn(last.answer))) return []
    const order = { partnerReference, sku: '' }
    return [{ order, from: last.answer, repeatAtPolls: [], repeatOnceSettled: false }]
  })
}

/** The last answers about the orders that a run bought. */
export type Closing = {
  /** One lookup of each order that was bought. */
  readonly lookups: readonly LoggedAnswer[]
  /** The identical body of the first purchase, long after it; null if the budget did not cover it. */
  readonly late: Bought | null
}

/** Looks up once more everything that was bought. */
export const closing = inTurn(flows, async (session): Promise<Closing> => {
  const { order } = await neededFirstPurchase(session)
  const late = session.budget.covers('late') ? await sendLate(session, order) : null
  const before = session.orders.all.length
  const references = [...session.orders.byOrder]
    .filter(([, answers]) => answers.some(({ kind, answer }) => kind === 'purchase' && isServed(answer)))
    .map(([reference]) => reference)
  for (const reference of references) await lookUp(session, reference)
  return { late, lookups: session.orders.all.slice(before) }
})

function sendLate(session: Session, order: Bought['order']): Promise<Bought> {
  session.budget.reserve('late')
  return measuredBuy(session, order)
}
