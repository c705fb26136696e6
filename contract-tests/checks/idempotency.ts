import { type Answer, isServed } from '../answer.ts'
import type { Checks } from '../check.ts'
import { SIMULTANEOUS } from '../purchase-plan.ts'
import { callerRefusal, describeAnswer, isProcessing, purchaseSummary } from '../readings.ts'
import { exchangesOf } from '../recording-fetch.ts'
import type { Session } from '../session.ts'
import { Broken, NotObserved } from '../signals.ts'
import { needPurchase } from '../stimuli/buying.ts'
import { flows } from '../stimuli/flows.ts'
import {
  debited,
  firstPurchase,
  type LedgerStep,
  replay,
  secondPurchase,
  simultaneousPurchases,
} from '../stimuli/ledger.ts'

/** What a verdict rests on that is read off the balance. */
const OFF_THE_BALANCE = ['balance-fields', 'money-format', 'funds-movement'] as const

/** `same-body-same-purchase`: nothing is bought twice, and nobody is refused for asking again. */
export const sameBodyChecks: Checks = [
  {
    name: 'later',
    title: 'the identical body, sent again, is answered with the same purchase and debits nothing',
    restsOn: OFF_THE_BALANCE,
    run: async (session) => {
      const again = await replay(session)
      expectRepeated([again.answer], session)
      await expectDebits(session, again, [again.answer], 0)
      return exchangesOf([again.before.answer, again.answer, again.after.answer])
    },
  },
  {
    name: 'settled',
    title: 'the identical body of a settled order is answered with the settled order',
    run: async (session) => {
      const repeated = await repeatedOnceSettled(session)
      if (repeated.length === 0) throw new NotObserved('No settled order could be repeated.')
      expectRepeated(repeated, session)
      const anew = repeated.find((answer) => isProcessing(purchaseSummary(answer)))
      if (anew !== undefined) {
        throw new Broken('A settled purchase was PROCESSING again for its identical body.', [anew.exchange])
      }
      return exchangesOf(repeated.slice(0, 1))
    },
  },
  {
    name: 'simultaneous',
    title: `the identical body, sent ${SIMULTANEOUS} times at the same moment, is one purchase`,
    restsOn: OFF_THE_BALANCE,
    run: async (session) => {
      const step = await simultaneousPurchases(session)
      expectRepeated(step.answers, session)
      await expectDebits(session, step, step.answers, 1)
      return exchangesOf([step.before.answer, ...step.answers, step.after.answer])
    },
  },
]

/** `new-reference-new-purchase`: the same card, under a new reference, is bought once more. */
export const newReferenceChecks: Checks = [
  {
    name: 'additional',
    title: 'the same card under a new partnerReference is an additional purchase',
    restsOn: OFF_THE_BALANCE,
    run: async (session) => {
      const step = await secondPurchase(session)
      needPurchase(step.answer, session)
      const evidence = exchangesOf([step.before.answer, step.answer, step.after.answer])
      const [price, cost] = [await priceSeen(session), seenDebit(step)]
      if (cost === price) return evidence
      const message = `The first purchase moved the balance by ${price}, the one under a new reference by ${cost} (minor units).`
      throw cost === 0
        ? new Broken(message, evidence)
        : new NotObserved(`${message} Other traffic?`, evidence)
    },
  },
]

/** The answers to bodies whose order had settled before: the first one, if it settled at once, and the followed ones. */
async function repeatedOnceSettled(session: Session): Promise<readonly Answer[]> {
  const followed = await flows(session).catch(() => [])
  const first = purchaseSummary((await firstPurchase(session)).answer)
  const again = first === undefined || isProcessing(first) ? [] : [(await replay(session)).answer]
  return [...again, ...followed.flatMap(({ resent }) => resent ?? [])]
}

/** Holds every repetition to having been served: a refusal would tell the client that nothing was bought. */
function expectRepeated(answers: readonly Answer[], { profile }: Session): void {
  const refused = answers.find((answer) => !isServed(answer))
  if (refused === undefined) return
  const reason = refused.status === null ? `${describeAnswer(refused)}.` : callerRefusal(refused, profile)
  if (reason !== undefined) throw new NotObserved(reason, [refused.exchange])
  const message = `Expected the identical body to be answered with its purchase; ${describeAnswer(refused)}.`
  throw new Broken(message, [refused.exchange])
}

/** Holds a step to having cost so many purchases, as the first purchase showed the cost of one. */
async function expectDebits(
  session: Session,
  step: LedgerStep<unknown>,
  answers: readonly Answer[],
  purchases: number,
): Promise<void> {
  const [price, cost] = [await priceSeen(session), seenDebit(step)]
  if (cost === purchases * price) return
  const evidence = exchangesOf([step.before.answer, ...answers, step.after.answer])
  const message = `Expected ${purchases * price} to leave the balance, as one purchase costs ${price}; ${cost} left it (minor units).`
  const isAnotherPurchase = cost > purchases * price && cost % price === 0
  throw isAnotherPurchase
    ? new Broken(message, evidence)
    : new NotObserved(`${message} Other traffic?`, evidence)
}

const UNREADABLE =
  'A second debit could not be seen: the balance can not be read as an amount. Change balance.amount or money.format in the profile.'

/** What one purchase costs, as the balance showed it. */
async function priceSeen(session: Session): Promise<number> {
  const price = seenDebit(await firstPurchase(session))
  if (price > 0) return price
  throw new NotObserved(
    'The balance did not move with the first purchase: a second debit could not be seen either.',
  )
}

function seenDebit(step: LedgerStep<unknown>): number {
  const cost = debited(step)
  if (cost === undefined)
    throw new NotObserved(UNREADABLE, exchangesOf([step.before.answer, step.after.answer]))
  return cost
}
