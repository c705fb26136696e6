import type { GapId } from '../../contract/reference/gaps.ts'
import {
  FAILED_POLL,
  FORGOT,
  GAVE_UP,
  LEFT_A_CARD,
  LEFT_OPEN,
  NEVER_ASKED,
  NEVER_WENT_ON,
  STILL_RUNNING,
  WENT_ON,
  WRONG_EXIT,
} from '../advice/following.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { lastSteps } from '../analysis/faults.ts'
import type { OrderAnswer } from '../analysis/order-answer.ts'
import type { Slip } from '../analysis/reading.ts'
import type { OrderExchange } from '../analysis/request.ts'
import { isShutOutAfter } from '../analysis/shut-out.ts'
import type { ClientStep } from '../analysis/step.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { type Advice, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

/**
 * §1.3, §6: it follows an order until it is no longer `PROCESSING`, in any state, and then stops. To ask once
 * more for a settled order is not forbidden; to keep asking is. When everything
 * was bought, its process ends with 0. A client whose key was refused (401, 403) cannot follow; one that missed
 * the summary breaks the clause of its position instead; one that bought again, the clause about that.
 */
export function followsUntilSettled(analysis: Analysis): RuleFinding {
  const last = lastSteps(analysis.steps)
  return (
    left(analysis) ??
    wentOn(analysis) ??
    failedAtEnd(analysis, last) ??
    followed(analysis, last) ??
    notObserved(whyNot(analysis, last))
  )
}

/** The steps at which the client made a mistake, except where it does not read what they say. */
function faultsOf({ faults, unread }: Analysis, wanted: Slip): readonly ClientStep[] {
  return faults.filter(({ slip, step }) => slip === wanted && !unread.has(step)).map(({ step }) => step)
}

function left(analysis: Analysis): RuleFinding | undefined {
  const abandoned = faultsOf(analysis, 'left')
  const [first] = abandoned
  if (first === undefined) return undefined
  const { words, cause, remedy } = lastAsked(first, analysis)
  const isAsked = first.order.requests.length > 1
  return broken(
    `The order ${quoteName(first.order.reference)} was PROCESSING when the client ended: ${words}.`,
    {
      evidence: [first.request.exchange],
      breaks: abandoned.flatMap(({ order }) => order.requests.at(-1)?.exchange ?? []),
      restsOn: isAsked ? ['lookup-operation'] : [],
      advice: {
        consequence: analysis.trial.scenario.course.settles === 'success' ? LEFT_A_CARD : LEFT_OPEN,
        cause,
        remedy,
      },
    },
  )
}

function wentOn(analysis: Analysis): RuleFinding | undefined {
  const restless = faultsOf(analysis, 'went-on')
  const [first] = restless
  if (first === undefined) return undefined
  return broken(
    `The order ${quoteName(first.order.reference)} was ${quoteName(first.summary.status)}, which is not PROCESSING, and the client went on asking for it.`,
    {
      evidence: [first.request.exchange],
      breaks: restless.flatMap(({ next }) => next?.exchange ?? []),
      restsOn: first.position === 'lookup' ? ['lookup-operation'] : [],
      advice: WENT_ON,
    },
  )
}

function failedAtEnd(analysis: Analysis, last: readonly ClientStep[]): RuleFinding | undefined {
  const { exit } = analysis.trial
  if (faultsOf(analysis, 'failed').length === 0 || exit === null) return undefined
  const isStuck = exit.cause === 'time-limit'
  const how = isStuck
    ? 'but its process was still running when its time was up'
    : exit.code === null
      ? `but its process was ended by ${exit.signal ?? 'a signal'}, and did not exit with 0`
      : `but its process exited with ${exit.code}, not with 0`
  return broken(`Every card was bought and settled, and the client received that, ${how}.`, {
    evidence: last.slice(0, 2).map(({ request }) => request.exchange),
    restsOn: ['settled-states', ...lookupGap(last)],
    advice: isStuck ? STILL_RUNNING : WRONG_EXIT,
  })
}

function followed({ steps, unread }: Analysis, last: readonly ClientStep[]): RuleFinding | undefined {
  const judged = last.filter((step) => !unread.has(step))
  const settled = judged.filter(({ reaction, summary }) => reaction === 'stopped' && !summary.isProcessing)
  const [first] = settled
  const hasProcessed = steps.some(({ summary, order }) => summary.isProcessing && order === first?.order)
  if (first === undefined || settled.length < judged.length || !hasProcessed) return undefined
  return kept({ evidence: [first.request.exchange], restsOn: lookupGap(settled) })
}

function lookupGap(steps: readonly ClientStep[]): readonly GapId[] {
  return steps.some(({ position }) => position === 'lookup') ? ['lookup-operation'] : []
}

function whyNot(analysis: Analysis, last: readonly ClientStep[]): string {
  const open = last.find(({ summary }) => summary.isProcessing)
  const missed = last.find((step) => analysis.unread.has(step))
  if (missed !== undefined)
    return `Whether it follows the order was not judged: it does not act on the summary (see reads-${missed.position}-position).`
  if (open === undefined) return 'No order that was PROCESSING was seen to its end.'
  if (isShutOutAfter(open.request.exchange, analysis.trial, analysis.profile))
    return `The order ${quoteName(open.order.reference)} could not be followed: the client was refused.`
  const stray = strayAfter(open.request.exchange, analysis.strayLookups)
  if (stray !== undefined)
    return `The order ${quoteName(open.order.reference)} was PROCESSING, and then ${stray.words}`
  return `The order ${quoteName(open.order.reference)} was PROCESSING when the recording ended.`
}

/** The last thing that a client did about an order that it left, and the advice for that. */
type LastAsked = Required<Pick<Advice, 'cause' | 'remedy'>> & {
  /** To follow "when the client ended:". */
  readonly words: string
}

/** How a client left an order that was PROCESSING, by what it received last. */
function lastAsked(
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
