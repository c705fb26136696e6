import type { OperationId } from '../../contract/wire/operations.ts'
import { type Answer, exchangesOf } from '../analysis/answer.ts'
import { describeAnswer, isPollAfter, isProcessing, summaryIn } from '../analysis/read-answer.ts'
import { Broken } from '../analysis/verdict-errors.ts'
import { closing } from '../steps/flows.ts'
import type { Check, Checks } from './check.ts'
import { neverProcessing } from './settling.ts'

/** `processing-has-poll-after`: in every summary that is PROCESSING. */
export const pollAfterChecks: Checks = [
  pollAfter('purchase', 'purchase', 'createOrder'),
  pollAfter('lookup', 'lookup', 'lookupOrder'),
]

function pollAfter(name: string, what: string, operation: OperationId): Check {
  return {
    name,
    title: `a PROCESSING summary of a ${what} carries pollAfterSeconds, a number of seconds`,
    run: async (session) => {
      await closing(session).catch(() => undefined)
      const answers = session.orders.all
        .map(({ answer }) => answer)
        .filter((answer) => answer.exchange.operation === operation && isProcessing(summaryIn(answer)))
      if (answers.length === 0)
        throw await neverProcessing(session, `No ${what} was seen to answer PROCESSING.`)
      for (const answer of answers) expectPollAfter(answer)
      return exchangesOf(answers.toSorted(byPollAfter).slice(0, 1))
    },
  }
}

/** The shortest wait comes first: the report shows that one. */
function byPollAfter(one: Answer, other: Answer): number {
  return Number(summaryIn(one)?.pollAfterSeconds) - Number(summaryIn(other)?.pollAfterSeconds)
}

function expectPollAfter(answer: Answer): void {
  const found = summaryIn(answer)?.pollAfterSeconds
  if (isPollAfter(found)) return
  const message = `Expected pollAfterSeconds, a number of seconds, beside PROCESSING; ${describeAnswer(answer)} with ${JSON.stringify(found) ?? 'none'}.`
  throw new Broken(message, [answer.exchange])
}
