import { envelope } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { describeAnswer } from '../analysis/read-answer.ts'
import { Broken, NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { closing } from '../steps/flows.ts'
import { laterReads } from '../steps/later-reads.ts'
import { catalogue, firstBalance, ping, prices } from '../steps/reading.ts'
import type { Check, Checks } from './check.ts'

/** The first step that sends requests of each operation. Every answer is checked, also those of later steps. */
const SOURCES: readonly [OperationId, (session: Session) => Promise<unknown>][] = [
  ['ping', ping],
  ['listProducts', catalogue],
  ['getPrice', prices],
  ['getBalance', firstBalance],
  ['createOrder', closing],
  ['lookupOrder', closing],
]

/** `data-envelope`: one check for each operation. */
export const envelopeChecks = SOURCES.map(
  ([operation, source]): Check => ({
    name: operation,
    title: `the answers of ${operation} have a top-level data object`,
    run: async (session) => {
      await source(session).catch(() => undefined)
      await laterReads(session).catch(() => undefined)
      return expectEnvelopes(session.answers.filter(({ exchange }) => exchange.operation === operation))
    },
  }),
  // SOURCES is not empty.
) as unknown as Checks

function expectEnvelopes(answers: readonly Answer[]) {
  const served = answers.filter(isServed)
  const [first] = answers
  if (served.length === 0) {
    throw new NotObserved(
      first === undefined
        ? 'No call of this operation was made.'
        : `${describeAnswer(first)}: no success to look at.`,
    )
  }
  for (const answer of served) {
    if (envelope.safeParse(answer.json).success) continue
    const found = answer.json === undefined ? 'a body that is not JSON' : `a body without it`
    const message = `Expected a top-level data object; ${describeAnswer(answer)} with ${found}.`
    throw new Broken(message, [answer.exchange])
  }
  return served.slice(0, 1).map(({ exchange }) => exchange)
}
