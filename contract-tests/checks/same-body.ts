import type { Exchange } from '../../contract/exchange.ts'
import { type Answer, exchangesOf } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { contradictionsOf } from '../order-course.ts'
import { SIMULTANEOUS } from '../purchase-plan.ts'
import type { Session } from '../session.ts'
import { Broken, NotObserved } from '../signals.ts'
import { replay, simultaneousPurchases } from '../stimuli/first-orders.ts'
import { closing, flows } from '../stimuli/flows.ts'
import type { Bought, LedgerStep } from '../stimuli/ledger.ts'
import { crowd, mentions, reordered, written } from '../stimuli/thorough-orders.ts'
import {
  cardsCharged,
  evidenceOf,
  expectFreeRepeat,
  expectRepeated,
  OFF_THE_BALANCE,
  priceSeen,
} from './charges.ts'

/** `same-body-same-purchase`: nothing is bought twice, and no caller is refused for asking again. */
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
      const evidence = await expectFreeRepeats(repeats, session)
      const [over] = contradictionsOf(session.orders.byOrder, 'repeat-started-over')
      if (over === undefined) return evidence
      throw new Broken(
        'A settled purchase was PROCESSING again for its identical body, and settled in its next lookup.',
        exchangesOf([over.settled.answer, over.processing.answer]),
      )
    },
  },
  {
    name: 'simultaneous',
    title: `the identical body, sent ${SIMULTANEOUS} times at the same moment, is one purchase`,
    restsOn: OFF_THE_BALANCE,
    run: async (session) => {
      const step = await simultaneousPurchases(session)
      return expectAtMost(2, step, step.answers, session)
    },
  },
  thorough('in-turn', 'one body, sent many times in turn, is one purchase', async (session) => {
    const { repeats } = await mentions(session)
    return expectFreeRepeats(repeats, session)
  }),
  thorough('reordered', 'the same two members in another order are the same purchase', async (session) => {
    const { repeats } = await reordered(session)
    return expectFreeRepeats(repeats, session)
  }),
  thorough(
    'written',
    'however its reference is written, the identical body is one purchase',
    async (session) => {
      const pairs = (await written(session)).filter(({ other }) => wasServed(other))
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
      const step = await crowd(session)
      return expectAtMost(step.references, step, step.answers, session)
    },
  ),
]

function thorough(name: string, title: string, run: Check['run']): Check {
  return { name, title, restsOn: OFF_THE_BALANCE, thorough: true, run }
}

async function expectFreeRepeats(repeats: readonly Bought[], session: Session): Promise<readonly Exchange[]> {
  const evidence: Exchange[] = []
  for (const repeat of repeats) evidence.push(...(await expectFreeRepeat(repeat, session)))
  if (repeats.length === 0) throw new NotObserved('No order could be repeated.')
  return evidence.slice(0, EVIDENCE)
}

const EVIDENCE = 3

/** Holds purchases at the same moment to having been served, and to having bought no more cards than so many. */
async function expectAtMost(
  cards: number,
  step: LedgerStep,
  answers: readonly Answer[],
  session: Session,
): Promise<readonly Exchange[]> {
  expectRepeated(answers, session)
  const price = await priceSeen(session)
  const charged = cardsCharged(step, price)
  const evidence = evidenceOf(step, answers)
  if (charged <= cards) return evidence
  const message = `Expected ${cards * price} to leave the balance at the most, as one card costs ${price}; ${charged * price} left it (minor units).`
  throw new Broken(message, evidence)
}

function wasServed({ answer }: Bought): boolean {
  return answer.status !== null && answer.status < 300
}
