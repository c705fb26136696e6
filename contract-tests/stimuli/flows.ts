import type { Answer } from '../answer.ts'
import { FOLLOWED_AT_MOST } from '../purchase-plan.ts'
import type { Session } from '../session.ts'
import { buy, buyingAllowed, lookUp } from './buying.ts'
import { ledgerClosed } from './ledger.ts'
import { shoppingList } from './shopping-list.ts'
import { stimulus } from './stimulus.ts'

/** An order as the reference client followed it, at the pace that the API asked for. */
export type Flow = {
  readonly sku: string
  /** Every answer of the purchase and of its polls, in the order of their arrival. */
  readonly answers: readonly Answer[]
  readonly ended: 'settled' | 'out-of-patience' | 'failed'
  /** Why it failed, in the client's words. */
  readonly failure: string | null
  /** Lookups after the order was settled. */
  readonly afterwards: readonly Answer[]
  /** The identical body, sent after the order was settled. */
  readonly resent: Answer | null
}

/** Every order that a run follows, side by side. */
export const flows = stimulus(async (session): Promise<readonly Flow[]> => {
  const followed = (await shoppingList(session)).followed.slice(0, FOLLOWED_AT_MOST)
  await buyingAllowed(session)
  await ledgerClosed(session)
  const affordable = withinBudget(session, followed)
  const follow = (sku: string, index: number) => followOrder(session, sku, `followed-${index + 1}`)
  if (session.pace.sideBySide) return Promise.all(affordable.map(follow))
  const inTurn: Flow[] = []
  for (const [index, sku] of affordable.entries()) inTurn.push(await follow(sku, index))
  return inTurn
})

/** As many of the cards as the budget covers, at least one. */
function withinBudget(session: Session, skus: readonly string[]): readonly string[] {
  const affordable: string[] = []
  try {
    for (const sku of skus) {
      session.purse.reserve('followed')
      affordable.push(sku)
    }
  } catch (cause) {
    if (affordable.length === 0) throw cause
  }
  return affordable
}

const LOOKUPS_AFTERWARDS = 2
const PAUSE_AFTERWARDS_MS = 100

async function followOrder(session: Session, sku: string, label: string): Promise<Flow> {
  const partnerReference = session.reference(label)
  const answers: Answer[] = []
  const { ended, failure } = await settle(session, { partnerReference, sku }, answers)
  const afterwards: Answer[] = []
  while (ended === 'settled' && afterwards.length < LOOKUPS_AFTERWARDS) {
    await session.pace.sleep(PAUSE_AFTERWARDS_MS)
    afterwards.push(await lookUp(session, partnerReference))
  }
  const resent = ended === 'settled' ? await buy(session, { partnerReference, sku }) : null
  return { sku, answers, ended, failure, afterwards, resent }
}

type Ending = Pick<Flow, 'ended' | 'failure'>
const SETTLED: Ending = { ended: 'settled', failure: null }
const OUT_OF_PATIENCE: Ending = { ended: 'out-of-patience', failure: null }

async function settle(
  session: Session,
  order: { readonly partnerReference: string; readonly sku: string },
  answers: Answer[],
): Promise<Ending> {
  const client = session.client((answer) => answers.push(answer))
  const deadline = session.pace.now() + session.profile.limits.settleSeconds * 1000
  const isTooLate = ({ settled, pollAfterSeconds }: { settled: boolean; pollAfterSeconds: number | null }) =>
    !settled && session.pace.now() + (pollAfterSeconds ?? 0) * 1000 > deadline
  try {
    session.purse.spend()
    const first = await client.order(order)
    if (isTooLate(first)) return OUT_OF_PATIENCE
    if (first.settled) return SETTLED
    for await (const summary of client.follow(order.partnerReference, { from: first })) {
      if (isTooLate(summary)) return OUT_OF_PATIENCE
    }
    return SETTLED
  } catch (cause) {
    return { ended: 'failed', failure: (cause as Error).message }
  }
}
