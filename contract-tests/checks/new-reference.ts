import type { Exchange } from '../../contract/wire/exchange.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { callerRefusal, describeAnswer, isProcessing, purchaseSummary } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { neededFirstPurchase, secondPurchase, simultaneousPurchases } from '../steps/first-orders.ts'
import { followedPurchases } from '../steps/flows.ts'
import { type Bought, debited, type Measured } from '../steps/measured.ts'
import { crowd, inARow, written } from '../steps/thorough-orders.ts'
import { chargeEvidence, isDebitedLater, OFF_THE_BALANCE, priceSeen } from './charges.ts'
import type { Check, Checks } from './check.ts'

/** `new-reference-new-purchase`: a card under a new reference is another purchase. */
export const newReferenceChecks: Checks = [
  additional('additional', 'the same card under a new partnerReference is an additional purchase', {
    run: async (session) => expectBought(await secondPurchase(session), session),
  }),
  additional('beside', 'another reference, at the same moment, is an additional purchase', {
    run: async (session) => {
      const step = await simultaneousPurchases(session)
      return expectCards(2, step, [step.beside], session)
    },
  }),
  additional('followed', 'each card that is followed is an additional purchase', {
    run: async (session) => expectAllBought(await followedPurchases(session), session),
  }),
  additional('written', 'two references that differ only in how they are written are two purchases', {
    thorough: true,
    run: async (session) => {
      const pairs = await written(session)
      const served = pairs.filter(({ one, other }) => isServed(one.answer) && isServed(other.answer))
      for (const { by, one, other } of served) await expectBought(other, session, differingBy(by, one, other))
      if (served.length > 0) return chargeEvidence(served[0]?.other as Bought, [])
      throw new NotObserved('Every one of such references was refused, as its limits are not shown.')
    },
  }),
  additional('in-a-row', 'one new reference after another is an additional purchase each', {
    thorough: true,
    run: async (session) => expectAllBought(await inARow(session), session),
  }),
  additional('crowd', 'several references at the same moment are an additional purchase each', {
    thorough: true,
    run: async (session) => {
      const step = await crowd(session)
      const firsts = step.bodies.flatMap((answers) => answers.slice(0, 1))
      return expectCards(step.bodies.length, step, firsts, session)
    },
  }),
]

function additional(name: string, title: string, check: Pick<Check, 'run' | 'thorough'>): Check {
  return { name, title, restsOn: OFF_THE_BALANCE, ...check }
}

function differingBy(by: string, one: Bought, other: Bought): string {
  return ` ${JSON.stringify(other.order.partnerReference)} and ${JSON.stringify(one.order.partnerReference)} differ by ${by}.`
}

async function expectAllBought(bought: readonly Bought[], session: Session): Promise<readonly Exchange[]> {
  const evidence: Exchange[] = []
  for (const one of bought) evidence.push(...(await expectBought(one, session)))
  return evidence.slice(0, 3)
}

/** Requires that a purchase under a new reference was served and was charged. */
async function expectBought(bought: Bought, session: Session, remark = ''): Promise<readonly Exchange[]> {
  await neededFirstPurchase(session)
  expectAccepted(bought.answer, session)
  // If the first purchase did not change the balance, this one can't be seen on it either.
  await priceSeen(session)
  const evidence = chargeEvidence(bought, [bought.answer])
  const cost = debited(bought)
  if (cost === undefined) throw new NotObserved('The balance could not be read.', evidence)
  if (cost > 0) return evidence
  // An order that is PROCESSING may be debited when it settles (gap `funds-movement`).
  if (isProcessing(purchaseSummary(bought.answer)) && (await isDebitedLater(session))) return evidence
  throw new Broken(
    `A purchase under a new reference was served, and nothing left the balance.${remark}`,
    evidence,
  )
}

/** Requires that simultaneous purchases were served and bought at least this many cards. */
async function expectCards(
  cards: number,
  step: Measured,
  answers: readonly Answer[],
  session: Session,
): Promise<readonly Exchange[]> {
  for (const answer of answers) expectAccepted(answer, session)
  const price = await priceSeen(session)
  const evidence = chargeEvidence(step, answers)
  const cost = debited(step)
  if (cost === undefined) throw new NotObserved('The balance could not be read.', evidence)
  if (cost >= cards * price) return evidence
  const words = (amount: number) => moneyWords(amount, session.profile.money)
  const message = `Expected ${words(cards * price)} to leave the balance, as one card costs ${words(price)} and ${cards} were bought at the same moment; ${words(cost)} left it.`
  throw cost >= 0 && cost % price === 0 ? new Broken(message, evidence) : new NotObserved(message, evidence)
}

/** Requires that a new purchase was served, as the first one was. */
function expectAccepted(answer: Answer, { profile }: Session): void {
  if (isServed(answer)) return
  const { insufficientBalance } = profile.errors
  const isAboutCaller =
    answer.status === null ||
    answer.status === insufficientBalance ||
    callerRefusal(answer, profile) !== undefined
  const message = `Expected a card under a new reference to be bought, as the first one was; ${describeAnswer(answer)}.`
  throw isAboutCaller ? new NotObserved(message, [answer.exchange]) : new Broken(message, [answer.exchange])
}
