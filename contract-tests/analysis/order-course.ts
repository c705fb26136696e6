import { isServed } from './answer.ts'
import type { LoggedAnswer } from './order-log.ts'
import { isProcessing, summaryIn } from './read-answer.ts'

/** A contradiction in the answers about one order: it was settled, and PROCESSING afterwards. */
export type CourseContradiction = {
  readonly kind: /** The order went back to PROCESSING, or one of its answers says so. */
    | 'went-back'
    /** The lookup said settled while the order was still PROCESSING: it returned another order. */
    | 'lookup-of-another'
  readonly settled: LoggedAnswer
  readonly processing: LoggedAnswer
}

/**
 * The contradictions in what a run saw of its orders: an order that is no longer `PROCESSING` is not `PROCESSING` later
 * (§1.3). Answers to requests that overlapped contradict nothing.
 *
 * If only lookups said that an order was settled, and say so again after its replay said PROCESSING, the lookups return
 * another order. Exception: the replay of an order that was settled at once said PROCESSING as well. Then the replays
 * are wrong and the lookups are right.
 */
export function contradictionsOf(
  byOrder: ReadonlyMap<string, readonly LoggedAnswer[]>,
): readonly CourseContradiction[] {
  const all = [...byOrder.values()].flatMap(contradictionsIn)
  const bodiesGoBack = all.some(
    ({ settled, processing }) => settled.kind === 'purchase' && processing.kind === 'purchase',
  )
  return bodiesGoBack ? all.map((one) => ({ ...one, kind: 'went-back' })) : all
}

function contradictionsIn(answers: readonly LoggedAnswer[]): readonly CourseContradiction[] {
  return answers.flatMap((processing, index): CourseContradiction[] => {
    if (!isProcessing(summaryIn(processing.answer))) return []
    const before = answers.slice(0, index).filter((one) => isSettled(one) && isBefore(one, processing))
    const settled = before.find(({ kind }) => kind === 'purchase') ?? before[0]
    if (settled === undefined) return []
    const next = answers.slice(index + 1).find((one) => one.kind === 'lookup' && isServed(one.answer))
    const isStillSettled = processing.kind === 'purchase' && next !== undefined && isSettled(next)
    const isOfAnother = isStillSettled && settled.kind === 'lookup'
    return [{ kind: isOfAnother ? 'lookup-of-another' : 'went-back', settled, processing }]
  })
}

function isSettled({ answer }: LoggedAnswer): boolean {
  const summary = summaryIn(answer)
  return summary !== undefined && !isProcessing(summary)
}

function isBefore(one: LoggedAnswer, other: LoggedAnswer): boolean {
  const answeredMs = one.answer.exchange.response?.answeredMs ?? Number.POSITIVE_INFINITY
  return answeredMs <= other.answer.exchange.arrivedMs
}
