import { isServed } from '../../analysis/answer.ts'
import {
  callerRefusal,
  describeAnswer,
  isProcessing,
  type ReadSummary,
  summaryIn,
} from '../../analysis/read-answer.ts'
import { Broken, NotObserved } from '../../analysis/verdict-errors.ts'
import type { Session } from '../../run/session.ts'
import { firstLookup, firstPurchase } from '../../steps/first-orders.ts'
import { flows } from '../../steps/flows.ts'
import type { AssumptionChecks } from '../check.ts'
import { unsettledWords } from '../settling.ts'
import { holds, isRefused, needed } from './hold-profile.ts'

/** How orders are looked up, and how they settle. */
export const ORDER_ASSUMPTIONS = {
  'lookup-operation': {
    title: 'the lookup is where the profile says',
    run: async (session) => {
      const bought = (await firstPurchase(session)).answer
      if (!isServed(bought)) throw new NotObserved(`${describeAnswer(bought)}: there is no order to look up.`)
      const answer = await firstLookup(session)
      const isUnknown =
        isRefused(answer, session.profile) && callerRefusal(answer, session.profile) === undefined
      holds(answer, !isUnknown, LOOKUP_REMEDY)
      return [needed(answer).exchange]
    },
  },
  'settled-states': {
    title: 'orders settle in a state that the profile names',
    run: async (session) => expectNamedStates(session, () => true),
  },
  'processing-transitions': {
    title: 'orders go from PROCESSING to a state that the profile names',
    run: async (session) => expectNamedStates(session, (summaries) => summaries.some(isProcessing)),
  },
  'settlement-time': {
    title: 'orders settle within the profile’s time',
    run: async (session) => {
      const followed = await flows(session)
      const { settleSeconds } = session.profile.limits
      const gaveUp = followed.filter((flow) => flow.ended.kind === 'gave-up')
      const late = gaveUp.find(({ ended }) => ended.kind === 'gave-up' && ended.askedSeconds <= settleSeconds)
      if (late !== undefined) throw new Broken(unsettledWords(late, settleSeconds))
      const [postponed] = gaveUp
      if (postponed !== undefined) throw new NotObserved(unsettledWords(postponed, settleSeconds))
      if (followed.some((flow) => flow.ended.kind === 'settled')) return []
      throw new NotObserved('No order was followed until it settled.')
    },
  },
} satisfies AssumptionChecks

const LOOKUP_REMEDY =
  'The lookup did not find an order that was bought (change lookup in the profile, or let npx partner-purchase discover look)'

async function expectNamedStates(session: Session, matters: (summaries: readonly ReadSummary[]) => boolean) {
  const followed = (await flows(session)).map((flow) =>
    flow.answers.flatMap((answer) => summaryIn(answer) ?? []),
  )
  const ends = followed.filter(matters).flatMap((summaries) => summaries.slice(-1))
  const settled = ends.filter((summary) => !isProcessing(summary)).map(({ status }) => status)
  if (settled.length === 0) throw new NotObserved('No such order was seen to settle.')
  const { success, failure } = session.profile.states
  const unnamed = settled.find((status) => ![...success, ...failure].includes(status))
  if (unnamed === undefined) return []
  throw new Broken(
    `An order settled as ${JSON.stringify(unnamed)}, which states in the profile does not name.`,
  )
}
