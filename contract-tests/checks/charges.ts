import type { Exchange } from '../../contract/wire/exchange.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { type Answer, exchangesOf, isServed } from '../analysis/answer.ts'
import { callerRefusal, describeAnswer, isProcessing, purchaseSummary } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { firstPurchase, replay } from '../steps/first-orders.ts'
import { closing, flows, followedPurchases } from '../steps/flows.ts'
import { type Bought, debited, type Measured } from '../steps/measured.ts'

/** The gaps that a verdict depends on when it is read from the balance. */
export const OFF_THE_BALANCE = ['balance-fields', 'money-format', 'funds-movement'] as const

/**
 * What one card costs, in minor units: by how much a purchase of this run changed the balance.
 *
 * @param sku the ordinary card by default.
 * @throws {NotObserved} when the balance can't be read, or did not change.
 */
export async function priceSeen(session: Session, sku?: string): Promise<number> {
  const first = await firstPurchase(session)
  const isFirst = sku === undefined || sku === first.order.sku
  const followed = isFirst ? [] : await followedPurchases(session).catch(() => [])
  const bought = followed.find((one) => one.order.sku === sku && (debited(one) ?? 0) > 0) ?? first
  const price = costOf(bought)
  if (price > 0) return price
  throw new NotObserved(
    'The balance did not move with the first purchase: a second debit could not be seen either.',
  )
}

/**
 * How many cards a step was charged for. A negative number counts as 0: meanwhile a failed order may be refunded.
 *
 * @throws {NotObserved} when the balance can't be read, or changed by an amount that is not a multiple of the price.
 */
export function cardsCharged(step: Measured, price: number, { profile: { money } }: Session): number {
  const cost = costOf(step)
  if (cost <= 0) return 0
  if (cost % price === 0) return cost / price
  const evidence = exchangesOf([step.before.answer, step.after.answer])
  throw new NotObserved(
    `One card costs ${moneyWords(price, money)}, and ${moneyWords(cost, money)} left the balance: other traffic?`,
    evidence,
  )
}

/** Requires that identical bodies were served like their purchase: a refusal would say that nothing was bought. */
export function expectRepeated(answers: readonly Answer[], { profile }: Session): void {
  const refused = answers.find((answer) => !isServed(answer))
  if (refused === undefined) return
  const reason = refused.status === null ? `${describeAnswer(refused)}.` : callerRefusal(refused, profile)
  if (reason !== undefined) throw new NotObserved(reason, [refused.exchange])
  const message = `Expected the identical body to be answered with its purchase; ${describeAnswer(refused)}.`
  throw new Broken(message, [refused.exchange])
}

/** Requires that an identical body was served and cost nothing. */
export async function expectFreeRepeat(repeat: Bought, session: Session): Promise<readonly Exchange[]> {
  expectRepeated([repeat.answer], session)
  // If the first purchase did not change the balance, this one can't be seen on it either.
  await priceSeen(session)
  const evidence = chargeEvidence(repeat, [repeat.answer])
  if (costOf(repeat) <= 0) return evidence
  const price = await priceSeen(session, repeat.order.sku)
  const charged = cardsCharged(repeat, price, session) * price
  const [taken, cost] = [charged, price].map((amount) => moneyWords(amount, session.profile.money))
  const message = `The identical body took ${taken} off the balance once more, as one card costs ${cost}.`
  throw (await isDebitedLater(session)) ? new NotObserved(message, evidence) : new Broken(message, evidence)
}

/** Whether no PROCESSING order changed the balance when it was bought: then it may do so when it settles. */
export async function isDebitedLater(session: Session): Promise<boolean> {
  const bought = await followedPurchases(session).catch(() => [])
  const processing = bought.filter(({ answer }) => isProcessing(purchaseSummary(answer)))
  return processing.length > 0 && processing.every((one) => debited(one) === 0)
}

/** Whether no identical body changed the balance, as far as it can be read. */
export async function repeatsAreFree(session: Session): Promise<boolean> {
  const followed = await flows(session).catch(() => [])
  const late = await closing(session).then(
    (seen) => seen.late,
    () => null,
  )
  const early = await replay(session).catch(() => null)
  const repeats = [early, late, ...followed.flatMap((flow) => flow.repeats)]
  return repeats.every((repeat) => repeat === null || (debited(repeat) ?? 1) <= 0)
}

/** The exchanges of a step, including the balance reads before and after it. */
export function chargeEvidence(step: Measured, answers: readonly Answer[]): Exchange[] {
  return exchangesOf([step.before.answer, ...answers, step.after.answer])
}

function costOf(step: Measured): number {
  const cost = debited(step)
  if (cost !== undefined) return cost
  throw new NotObserved(
    'What a purchase costs could not be seen: the balance can not be read as an amount. Change balance.amount or money.format in the profile.',
    exchangesOf([step.before.answer, step.after.answer]),
  )
}
