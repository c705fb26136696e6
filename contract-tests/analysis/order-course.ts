import { isServed } from './answer.ts'
import type { OrderAnswer } from './order-log.ts'
import { isProcessing, summaryIn } from './read-answer.ts'

/** What the answers about one order say that can't all be true of it: it was settled, and PROCESSING afterwards. */
export type Contradiction = {
  readonly kind: /** The order went back to PROCESSING, or one of its answers says so. */
    | 'went-back'
    /** Its lookup was settled, while the order itself was PROCESSING: the lookup was of another order. */
    | 'lookup-of-another'
  readonly settled: OrderAnswer
  readonly processing: OrderAnswer
}

/**
 * The contradictions in what a run saw of its orders: an order that is no longer `PROCESSING` is not `PROCESSING` later
 * (§1.3). Answers that were under way together contradict nothing.
 *
 * Where only lookups said that an order was settled, and say so again after its identical body said PROCESSING, the
 * lookups are of another order; unless the body of an order that was settled in its own answer said PROCESSING as well:
 * then bodies go back, and the lookups are right.
 */
export function contradictionsOf(
  byOrder: ReadonlyMap<string, readonly OrderAnswer[]>,
): readonly Contradiction[] {
  const all = [...byOrder.values()].flatMap(contradictionsIn)
  const bodiesGoBack = all.some(
    ({ settled, processing }) => settled.kind === 'purchase' && processing.kind === 'purchase',
  )
  return bodiesGoBack ? all.map((one) => ({ ...one, kind: 'went-back' })) : all
}

function contradictionsIn(answers: readonly OrderAnswer[]): readonly Contradiction[] {
  return answers.flatMap((processing, index): Contradiction[] => {
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

function isSettled({ answer }: OrderAnswer): boolean {
  const summary = summaryIn(answer)
  return summary !== undefined && !isProcessing(summary)
}

function isBefore(one: OrderAnswer, other: OrderAnswer): boolean {
  const answeredMs = one.answer.exchange.response?.answeredMs ?? Number.POSITIVE_INFINITY
  return answeredMs <= other.answer.exchange.arrivedMs
}
