import type { OperationId } from '../../contract/operations.ts'
import { type Answer, isServed } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { callerRefusal, dataOf, describeAnswer, lookupSummary, purchaseSummary } from '../readings.ts'
import type { Session } from '../session.ts'
import { Broken, NotObserved } from '../signals.ts'
import { type Flow, flows } from '../stimuli/flows.ts'
import { firstPurchase, replay } from '../stimuli/ledger.ts'
import { firstLookup } from '../stimuli/lookups.ts'

/** `order-two-fields`: a body of exactly the two fields buys. */
export const twoFieldsChecks: Checks = [
  {
    name: 'served',
    title: 'POST /orders serves a body of exactly partnerReference and sku',
    run: async (session) => {
      const { answer } = await firstPurchase(session)
      if (isServed(answer)) return [answer.exchange]
      const reason = refusedForAnotherReason(answer, session)
      if (reason !== undefined) throw new NotObserved(reason, [answer.exchange])
      const message = `Expected a body of exactly partnerReference and sku to be served; ${describeAnswer(answer)}.`
      throw new Broken(message, [answer.exchange])
    },
  },
]

function refusedForAnotherReason(answer: Answer, { profile }: Session): string | undefined {
  if (answer.status === null) return `${describeAnswer(answer)}.`
  if (answer.status !== profile.errors.insufficientBalance) return callerRefusal(answer, profile)
  return `${describeAnswer(answer)}, which the profile reads as errors.insufficientBalance. Ask for more TEST balance, or choose a cheaper card with --sku.`
}

/** `purchase-position`: in the answer to a new body, to a repeated one, and to one whose order is PROCESSING. */
export const purchasePositionChecks: Checks = [
  purchasePosition('first', 'the first purchase', async (session) => [(await firstPurchase(session)).answer]),
  purchasePosition('replay', 'the identical body', async (session) => [(await replay(session)).answer]),
  purchasePosition('followed', 'each followed purchase', (session) => answersOf('createOrder', session)),
]

/** `lookup-position`: of an order that was just bought, and of those that were followed. */
export const lookupPositionChecks: Checks = [
  lookupPosition('first', 'the first purchase', async (session) => [await firstLookup(session)]),
  lookupPosition('followed', 'each followed order', (session) => answersOf('lookupOrder', session)),
]

type Source = (session: Session) => Promise<readonly Answer[]>

function purchasePosition(name: string, what: string, source: Source): Check {
  return {
    name,
    title: `the summary of ${what} stands at data.order.order`,
    run: async (session) => {
      const answers = await source(session)
      return expectPosition(answers, 'data.order.order', (answer) => purchaseSummary(answer) !== undefined)
    },
  }
}

function lookupPosition(name: string, what: string, source: Source): Check {
  return {
    name,
    title: `the summary in the lookup of ${what} stands at data.order`,
    restsOn: ['lookup-operation'],
    run: async (session) => {
      const answers = await source(session)
      return expectPosition(answers, 'data.order', (answer) => lookupSummary(answer) !== undefined)
    },
  }
}

async function answersOf(operation: OperationId, session: Session): Promise<readonly Answer[]> {
  const answers = (await flows(session)).flatMap((flow: Flow) => [...flow.answers, ...flow.afterwards])
  return answers.filter(({ exchange }) => exchange.operation === operation)
}

function expectPosition(answers: readonly Answer[], position: string, stands: (answer: Answer) => boolean) {
  const served = answers.filter(isServed)
  for (const answer of served) {
    const data = dataOf(answer)
    if (stands(answer)) continue
    const found = JSON.stringify({ data }).slice(0, 160)
    const message = `Expected a summary with a status at ${position}; ${describeAnswer(answer)} with ${found}.`
    throw new Broken(message, [answer.exchange])
  }
  if (served.length > 0) return served.slice(0, 1).map(({ exchange }) => exchange)
  const [first] = answers
  throw new NotObserved(first === undefined ? 'No such request was made.' : `${describeAnswer(first)}.`)
}
