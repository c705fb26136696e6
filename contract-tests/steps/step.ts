import { NotObserved } from '../analysis/verdict-errors.ts'
import { type PurchaseStepName, timesOf } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'

/** Something that a run does once, also if many checks use its result. */
export type Step<Result> = (session: Session) => Promise<Result>

/**
 * Makes a step: the first check that asks for it runs it, and every other check of the run gets the same result.
 *
 * @example
 * const ping = step((session) => session.api.send({ operation: 'ping' }))
 */
export function step<Result>(run: Step<Result>): Step<Result> {
  const results = new WeakMap<Session, Promise<Result>>()
  return (session) => {
    const known = results.get(session)
    if (known !== undefined) return known
    const result = run(session)
    results.set(session, result)
    return result
  }
}

/**
 * A step that runs after another one has ended, also if that failed: only one step at a time may change the balance.
 *
 * @throws {NotObserved} from the step, if the run does not include it or its budget does not cover it.
 */
export function inTurn<Done>(previous: Step<unknown>, take: (session: Session) => Promise<Done>): Step<Done> {
  return step(async (session) => {
    await previous(session).catch(() => undefined)
    return take(session)
  })
}

/**
 * Repeats an action as often as the run's plan says and the budget covers.
 *
 * @param take is called with the number of the turn, from 0.
 * @param most the number of turns, if there is less to do.
 * @throws {NotObserved} if there is not even one turn.
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
