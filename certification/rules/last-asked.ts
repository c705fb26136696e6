import { FAILED_POLL, FORGOT, GAVE_UP, NEVER_ASKED, NEVER_WENT_ON } from '../advice/following.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { OrderAnswer } from '../analysis/order-answer.ts'
import type { OrderExchange } from '../analysis/request.ts'
import type { ClientStep } from '../analysis/step.ts'
import type { Advice } from '../rule-finding.ts'

/** The last thing that a client did about an order that it left, and the advice for that. */
type LastAsked = Required<Pick<Advice, 'cause' | 'remedy'>> & {
  /** To follow "when the client ended:". */
  readonly words: string
}

/** How a client left an order that was PROCESSING, by what it received last. */
export function lastAsked(
  { order, request, position }: ClientStep,
  { trial: { crash }, steps }: Analysis,
): LastAsked {
  const after = order.requests.filter(({ exchange }) => exchange.seq > request.exchange.seq)
  const last = after.at(-1)
  if (crash !== undefined && order.requests.every(({ arrivedMs }) => arrivedMs < crash.restartedMs))
    return { words: 'after a crash it was started again, and did not ask for this order', ...FORGOT }
  if (last !== undefined)
    return {
      words: `its last ${kindOf(last)} ${answerOf(last.answer)}, and it did not ask again`,
      ...FAILED_POLL,
    }
  const asked = order.requests.length - 1
  if (asked === 0) return { words: 'it never asked for it again', ...NEVER_ASKED }
  const hasGoneOn = steps.some((step) => step.position === 'lookup' && step.next !== undefined)
  const advice = position === 'lookup' && !hasGoneOn ? NEVER_WENT_ON : GAVE_UP
  return { words: `after poll ${asked}, which said PROCESSING, it did not ask again`, ...advice }
}

function kindOf({ kind }: OrderExchange): string {
  return kind === 'lookup' ? 'lookup' : 'request, the same purchase,'
}

function answerOf(answer: OrderAnswer): string {
  if (answer.kind === 'refused' || answer.kind === 'failed') return `was answered with ${answer.status}`
  return answer.kind === 'unreadable' ? 'got an answer without a summary' : 'got no complete answer'
}
