import type { Exchange } from '../../contract/wire/exchange.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { describeAnswer } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import { SIMULTANEOUS } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'
import { needPurchase } from '../steps/buying.ts'
import { replay, secondPurchase, simultaneousPurchases } from '../steps/first-orders.ts'
import { closing, flows } from '../steps/flows.ts'
import type { Bought, Measured } from '../steps/measured.ts'
import { crowd, mentions, type Repeated, reordered, written } from '../steps/thorough-orders.ts'
import {
  cardsCharged,
  chargeEvidence,
  expectFreeRepeat,
  expectRepeated,
  OFF_THE_BALANCE,
  priceSeen,
} from './charges.ts'
import type { Check, Checks } from './check.ts'

/** `same-body-same-purchase`: an idempotent replay is served, and buys nothing. */
export const sameBodyChecks: Checks = [
  {
    name: 'later',
    title: 'the identical body, sent again, is answered with the same purchase and debits nothing',
    restsOn: OFF_THE_BALANCE,
    run: async (session) => expectFreeRepeat(await replay(session), session),
  },
  {
    name: 'settled',
    title: 'the identical body of an order that is PROCESSING or settled is answered with that order',
    restsOn: OFF_THE_BALANCE,
    run: async (session) => {
      const { late } = await closing(session)
      const followed = await flows(session).catch(() => [])
      const repeats = [...followed.flatMap((flow) => flow.repeats), ...(late === null ? [] : [late])]
      return expectFreeRepeats(repeats, session)
    },
  },
  {
    name: 'simultaneous',
    title: `the identical body, sent ${SIMULTANEOUS} times at the same moment, is one purchase`,
    restsOn: OFF_THE_BALANCE,
    run: async (session) => {
      await needNewReferences(session)
      const step = await simultaneousPurchases(session)
      return expectAtMost(step, [step.answers, [step.beside]], session)
    },
  },
  thorough('in-turn', 'one body, sent many times in turn, is one purchase', async (session) => {
    return expectOnce(await mentions(session), session)
  }),
  thorough('reordered', 'the same two members in another order are the same purchase', async (session) => {
    return expectOnce(await reordered(session), session)
  }),
  thorough(
    'written',
    'however its reference is written, the identical body is one purchase',
    async (session) => {
      const pairs = (await written(session)).filter(({ other }) => isServed(other.answer))
      return expectFreeRepeats(
        pairs.map(({ repeat }) => repeat),
        session,
      )
    },
  ),
  thorough(
    'crowd',
    'identical bodies among others, at the same moment, are one purchase each',
    async (session) => {
      const { beside } = await simultaneousPurchases(session)
      await needNewReferences(session, beside)
      const step = await crowd(session)
      return expectAtMost(step, step.bodies, session)
    },
  ),
]

function thorough(name: string, title: string, run: Check['run']): Check {
  return { name, title, restsOn: OFF_THE_BALANCE, thorough: true, run }
}

function expectOnce({ first, repeats }: Repeated, session: Session): Promise<readonly Exchange[]> {
  needPurchase(first.answer, session)
  return expectFreeRepeats(repeats, session)
}

async function expectFreeRepeats(repeats: readonly Bought[], session: Session): Promise<readonly Exchange[]> {
  const evidence: Exchange[] = []
  for (const repeat of repeats) evidence.push(...(await expectFreeRepeat(repeat, session)))
  if (repeats.length === 0) throw new NotObserved('No order could be repeated.')
  return evidence.slice(0, EVIDENCE)
}

const EVIDENCE = 3

/**
 * Requires that bodies which were sent at the same moment were served, and bought no more than one card each. A body
 * that was never served was refused because of its reference, not because it was repeated.
 */
async function expectAtMost(
  step: Measured,
  bodies: readonly (readonly Answer[])[],
  session: Session,
): Promise<readonly Exchange[]> {
  const refused = bodies.find((answers) => !answers.some(isServed))?.[0]
  if (refused !== undefined)
    throw new NotObserved(`${describeAnswer(refused)}: a new reference was not served.`, [refused.exchange])
  const answers = bodies.flat()
  expectCovered(answers, session)
  expectRepeated(answers, session)
  const price = await priceSeen(session)
  const charged = cardsCharged(step, price, session)
  const evidence = chargeEvidence(step, answers)
  if (charged <= bodies.length) return evidence
  const cards = (count: number) => moneyWords(count * price, session.profile.money)
  const message = `Expected ${cards(bodies.length)} to leave the balance at most, as one card costs ${cards(1)}; ${cards(charged)} left it.`
  throw new Broken(message, evidence)
}

/** A target that refuses another reference for the same card shows nothing about identical bodies. */
async function needNewReferences(session: Session, beside?: Answer): Promise<void> {
  const { answer } = await secondPurchase(session)
  for (const other of [answer, ...(beside === undefined ? [] : [beside])]) needPurchase(other, session)
}

/** While a purchase is in progress, the balance may not seem to cover a second one. */
function expectCovered(answers: readonly Answer[], { profile }: Session): void {
  const uncovered = answers.find(({ status }) => status === profile.errors.insufficientBalance)
  if (uncovered !== undefined)
    throw new NotObserved(
      `${describeAnswer(uncovered)}, which the profile reads as errors.insufficientBalance.`,
      [uncovered.exchange],
    )
}
