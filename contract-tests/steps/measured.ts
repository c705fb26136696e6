import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Answer } from '../analysis/answer.ts'
import type { Session } from '../run/session.ts'
import { buy } from './buying.ts'
import { type BalanceReading, readBalance } from './reading.ts'

/** An action between two reads of the balance, while the run buys nothing else. */
export type Measured<Done = unknown> = {
  readonly before: BalanceReading
  readonly after: BalanceReading
} & Done

/** By how much the balance fell meanwhile, in minor units; undefined if the balance can't be read. */
export function debited({ before, after }: Measured): number | undefined {
  if (before.minorUnits === undefined || after.minorUnits === undefined) return undefined
  return before.minorUnits - after.minorUnits
}

/** Runs an action between two reads of the balance. */
export async function measure<Done>(session: Session, act: () => Promise<Done>): Promise<Measured<Done>> {
  const before = await readBalance(session)
  const done = await act()
  return { ...done, before, after: await readBalance(session) }
}

/** One purchase, or its replay, between two reads of the balance. */
export type Bought = Measured<{ readonly order: OrderRequest; readonly answer: Answer }>

/** Sends a purchase that the budget covers, between two reads of the balance. */
export function measuredBuy(session: Session, order: OrderRequest): Promise<Bought> {
  return measure(session, async () => ({ order, answer: await buy(session, order) }))
}
