import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type PurchaseStepName, timesOf } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'
import { NotObserved } from '../run/verdict-errors.ts'
import { buy } from './buying.ts'
import { type BalanceReading, readBalance } from './reading.ts'
import { type Step, step } from './step.ts'

/** Something done between two readings of the balance, while the suite buys nothing else. */
export type LedgerStep<Done = unknown> = {
  readonly before: BalanceReading
  readonly after: BalanceReading
} & Done

/** What left the balance during a step, in minor units; undefined where the balance can't be read. */
export function debited({ before, after }: LedgerStep): number | undefined {
  if (before.minorUnits === undefined || after.minorUnits === undefined) return undefined
  return before.minorUnits - after.minorUnits
}

/** Takes a step between two readings of the balance. */
export async function ledgerStep<Done>(
  session: Session,
  act: () => Promise<Done>,
): Promise<LedgerStep<Done>> {
  const before = await readBalance(session)
  const done = await act()
  return { ...done, before, after: await readBalance(session) }
}

/** One purchase, or its body again, between two readings of the balance. */
export type Bought = LedgerStep<{
  readonly order: OrderRequest
  readonly answer: Awaited<ReturnType<typeof buy>>
}>

/** Sends a purchase that is set aside, between two readings of the balance. */
export function ledgerBuy(session: Session, order: OrderRequest): Promise<Bought> {
  return ledgerStep(session, async () => ({ order, answer: await buy(session, order) }))
}

/**
 * A step that is taken once the one before it has ended, however it ended: what they cost is read off the balance.
 *
 * @throws {NotObserved} from the step, where the run does not take the step or can't afford it.
 */
export function inTurn<Done>(previous: Step<unknown>, take: (session: Session) => Promise<Done>): Step<Done> {
  return step(async (session) => {
    await previous(session).catch(() => undefined)
    return take(session)
  })
}

/**
 * Takes a step as often as the run does, and the budget covers.
 *
 * @param take is handed the number of the turn, from 0.
 * @param most where there is less of it to do.
 * @throws {NotObserved} where it is taken never.
 */
export async function repeatedly<Done>(
  session: Session,
  name: PurchaseStepName,
  take: (turn: number) => Promise<Done>,
  most = timesOf(name, session.target),
): Promise<readonly Done[]> {
  const done: Done[] = []
  if (most === 0) throw new NotObserved('Only a thorough run does this: add --thorough.')
  for (let turn = 0; turn < most; turn += 1) {
    if (turn > 0 && !session.budget.covers(name)) break
    session.budget.reserve(name)
    done.push(await take(turn))
  }
  return done
}
