import { isServed } from './answer.ts'
import type { OrderAnswer } from './order-log.ts'
import { isProcessing, summaryIn } from './readings.ts'

/** What the answers about one order say that can't all be true of it. */
export type Contradiction = {
  readonly kind: /** It was settled, and PROCESSING afterwards. */
    | 'went-back'
    /** Its identical body was PROCESSING, while the order itself stayed settled. */
    | 'repeat-started-over'
    /** Its lookup was settled, while the order itself was PROCESSING. */
    | 'lookup-of-another'
  readonly settled: OrderAnswer
  readonly processing: OrderAnswer
}

/**
 * The contradictions in what a run saw of one order, in the order of their arrival: an order that is no longer
 * `PROCESSING` is not `PROCESSING` later (§1.3). Answers that were under way together contradict nothing.
 */
export function contradictionsIn(answers: readonly OrderAnswer[]): readonly Contradiction[] {
  return answers.flatMap((processing, index): Contradiction[] => {
    if (!isProcessing(summaryIn(processing.answer))) return []
    const before = answers.slice(0, index).filter((one) => isSettled(one) && isBefore(one, processing))
    const [settled] = before
    if (settled === undefined) return []
    const next = answers.slice(index + 1).find((one) => one.kind === 'lookup' && isServed(one.answer))
    const isStillSettled = processing.kind === 'purchase' && next !== undefined && isSettled(next)
    if (!isStillSettled) return [{ kind: 'went-back', settled, processing }]
    const isSettledByPurchase = before.some(({ kind }) => kind === 'purchase')
    return [{ kind: isSettledByPurchase ? 'repeat-started-over' : 'lookup-of-another', settled, processing }]
  })
}

/** The contradictions of a whole run, of one kind: a body that starts settled orders over explains what a lookup says. */
export function contradictionsOf(
  byOrder: ReadonlyMap<string, readonly OrderAnswer[]>,
  kind: Contradiction['kind'],
): readonly Contradiction[] {
  const all = [...byOrder.values()].flatMap(contradictionsIn)
  const startsOver = all.some((one) => one.kind === 'repeat-started-over')
  return all.filter((one) => {
    const explained = one.kind === 'lookup-of-another' && startsOver ? 'repeat-started-over' : one.kind
    return explained === kind
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
