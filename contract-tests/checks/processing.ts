import type { OperationId } from '../../contract/operations.ts'
import type { Answer } from '../answer.ts'
import type { Check, Checks } from '../check.ts'
import { describeAnswer, isPollAfter, isProcessing, lookupSummary, summaryIn } from '../readings.ts'
import { exchangesOf } from '../recording-fetch.ts'
import type { Session } from '../session.ts'
import { Broken, NotObserved } from '../signals.ts'
import { type Flow, flows } from '../stimuli/flows.ts'

/** `processing-has-poll-after`: wherever a summary is PROCESSING. */
export const pollAfterChecks: Checks = [
  pollAfter('purchase', 'purchase', 'createOrder'),
  pollAfter('lookup', 'lookup', 'lookupOrder'),
]

function pollAfter(name: string, what: string, operation: OperationId): Check {
  return {
    name,
    title: `a PROCESSING summary of a ${what} carries pollAfterSeconds, a number of seconds`,
    run: async (session) => {
      const seen = (await flows(session)).flatMap(processingAnswers)
      const answers = seen.filter(({ exchange }) => exchange.operation === operation)
      if (answers.length === 0)
        throw await neverProcessing(session, `No ${what} was seen to answer PROCESSING.`)
      for (const answer of answers) expectPollAfter(answer)
      return exchangesOf(answers.slice(0, 1))
    },
  }
}

function expectPollAfter(answer: Answer): void {
  const found = summaryIn(answer)?.pollAfterSeconds
  if (isPollAfter(found)) return
  const message = `Expected pollAfterSeconds, a number of seconds, beside PROCESSING; ${describeAnswer(answer)} with ${JSON.stringify(found) ?? 'none'}.`
  throw new Broken(message, [answer.exchange])
}

/** `order-leaves-processing`: at the pace that the API asks for, and for good. */
export const leavesProcessingChecks: Checks = [
  {
    name: 'settles',
    title: 'an order that is PROCESSING, polled at its pace, stops being PROCESSING',
    restsOn: ['lookup-operation', 'settlement-time'],
    run: async (session) => (await processingFlows(session)).flatMap(expectSettled),
  },
  {
    name: 'stays-settled',
    title: 'a settled order does not go back to PROCESSING',
    restsOn: ['lookup-operation'],
    run: async (session) => {
      const settled = (await flows(session)).filter((flow) => flow.ended === 'settled')
      const evidence = settled.flatMap(expectStaysSettled)
      if (evidence.length > 0) return evidence.slice(-1)
      throw await neverProcessing(session, 'No settled order could be looked up.')
    },
  },
]

/** Fewer polls than these say nothing about an order that is still PROCESSING. */
const TELLING_POLLS = 3

function expectSettled(flow: Flow) {
  const evidence = exchangesOf(flow.answers)
  if (flow.ended === 'settled') return evidence.slice(-1)
  if (flow.ended === 'failed')
    throw new NotObserved(`The order could not be followed: ${flow.failure}`, evidence)
  const polls = flow.answers.length - 1
  const message = `The order for ${flow.sku} was still PROCESSING after ${polls} polls at its own pace. limits.settleSeconds of the profile says how long that may take.`
  throw polls >= TELLING_POLLS ? new Broken(message, evidence.slice(-2)) : new NotObserved(message, evidence)
}

function expectStaysSettled(flow: Flow) {
  const back = flow.afterwards.find((answer) => isProcessing(lookupSummary(answer)))
  if (back !== undefined) {
    const message = `The order for ${flow.sku} was settled, and then PROCESSING again.`
    throw new Broken(message, exchangesOf([...flow.answers.slice(-1), back]))
  }
  const seen = flow.afterwards.filter((answer) => lookupSummary(answer) !== undefined)
  return exchangesOf(seen)
}

async function processingFlows(session: Session): Promise<readonly Flow[]> {
  const seen = (await flows(session)).filter((flow) => processingAnswers(flow).length > 0)
  if (seen.length > 0) return seen
  throw await neverProcessing(
    session,
    'No order was ever PROCESSING: the cards that were bought settled at once.',
  )
}

/** Why PROCESSING was not seen: a flow that failed is the better reason. */
async function neverProcessing(session: Session, reason: string): Promise<NotObserved> {
  const failed = (await flows(session)).find((flow) => flow.ended === 'failed')
  if (failed === undefined) return new NotObserved(reason)
  return new NotObserved(
    `The order for ${failed.sku} could not be followed. ${failed.failure}`,
    exchangesOf(failed.answers),
  )
}

function processingAnswers(flow: Flow): readonly Answer[] {
  return flow.answers.filter((answer) => isProcessing(summaryIn(answer)))
}
