import type { OrderRequest } from '../../contract/bodies.ts'
import type { Exchange } from '../../contract/exchange.ts'
import { type Answer, isServed } from '../answer.ts'
import { type PurchaseStepName, SIMULTANEOUS } from '../purchase-plan.ts'
import type { Session } from '../session.ts'
import { buy, buyingAllowed, lookUp, needPurchase, orderBody } from './buying.ts'
import { type BalanceReading, readBalance } from './reading.ts'
import { shoppingList } from './shopping-list.ts'
import { type Stimulus, stimulus } from './stimulus.ts'

/** Something done between two readings of the balance, while the suite does nothing else. */
export type LedgerStep<Done> = { readonly before: BalanceReading; readonly after: BalanceReading } & Done

/** How long after the request the second client timeout comes, in milliseconds. */
const LATE_ABORT_MS = 30

/** What the purchases of a step cost; undefined where the balance can't be read. Minor units. */
export function debited({ before, after }: LedgerStep<unknown>): number | undefined {
  if (before.minorUnits === undefined || after.minorUnits === undefined) return undefined
  return before.minorUnits - after.minorUnits
}

/** The first purchase of a run: everything else is held against it. */
export const firstPurchase = stimulus(async (session) => {
  const { ordinary } = await shoppingList(session)
  await buyingAllowed(session)
  session.purse.reserve('first')
  const order = { partnerReference: session.reference('first'), sku: ordinary }
  return step(session, await readBalance(session), async () => ({ order, answer: await buy(session, order) }))
})

/** The identical body of the first purchase, sent again later. */
export const replay = stimulus(async (session) => {
  const first = await neededFirstPurchase(session)
  session.purse.reserve('replay')
  return step(session, first.after, async () => ({ answer: await buy(session, first.order) }))
})

/** The same card under a new reference. */
export const secondPurchase = chained(replay, 'second', (session, sku, before) => {
  const order = { partnerReference: session.reference('second'), sku }
  return step(session, before, async () => ({ order, answer: await buy(session, order) }))
})

/** One new body, sent several times at the same moment. */
export const simultaneousPurchases = chained(secondPurchase, 'simultaneous', (session, sku, before) => {
  const order = { partnerReference: session.reference('at-once'), sku }
  const sendAll = () => Promise.all(Array.from({ length: SIMULTANEOUS }, () => buy(session, order)))
  return step(session, before, async () => ({ answers: await sendAll() }))
})

/** What was found of a purchase whose client went away before the answer. */
export type AbandonedPurchase = {
  readonly abandoned: Exchange
  readonly lookup: Answer
  /** The identical body, sent only when the lookup did not find the purchase. */
  readonly resend: Answer | null
}

/** A purchase abandoned as soon as it was written. */
export const abandonedAtOnce = chained(simultaneousPurchases, 'abandonedAtOnce', (session, sku, before) => {
  const order = { partnerReference: session.reference('abandoned-at-once'), sku }
  return step(session, before, () => abandon(session, order, 0))
})

/** A purchase abandoned a moment after it was written. */
export const abandonedLater = chained(abandonedAtOnce, 'abandonedLater', (session, sku, before) => {
  const order = { partnerReference: session.reference('abandoned-later'), sku }
  return step(session, before, () => abandon(session, order, LATE_ABORT_MS))
})

/** Waits until the steps above have been taken: a purchase in between would be read off the balance as theirs. */
export const ledgerClosed = stimulus(async (session) => {
  await abandonedLater(session).catch(() => undefined)
})

async function abandon(session: Session, order: OrderRequest, afterMs: number): Promise<AbandonedPurchase> {
  session.purse.spend()
  const abandoned = await session.abandon({ body: orderBody(order), afterMs })
  const lookup = await lookUp(session, order.partnerReference)
  return { abandoned, lookup, resend: isServed(lookup) ? null : await buy(session, order) }
}

async function neededFirstPurchase(session: Session) {
  const first = await firstPurchase(session)
  needPurchase(first.answer, session)
  return first
}

/** A step that is taken once the one before it has ended, however it ended. */
function chained<Done>(
  previous: Stimulus<unknown>,
  name: PurchaseStepName,
  take: (session: Session, sku: string, before: BalanceReading) => Promise<LedgerStep<Done>>,
): Stimulus<LedgerStep<Done>> {
  return stimulus(async (session) => {
    await previous(session).catch(() => undefined)
    const { order } = await neededFirstPurchase(session)
    session.purse.reserve(name)
    return take(session, order.sku, await readBalance(session))
  })
}

async function step<Done>(
  session: Session,
  before: BalanceReading,
  act: () => Promise<Done>,
): Promise<LedgerStep<Done>> {
  const done = await act()
  return { ...done, before, after: await readBalance(session) }
}
