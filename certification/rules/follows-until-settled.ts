import type { GapId } from '../../contract/reference/gaps.ts'
import { LEFT_A_CARD, LEFT_OPEN, STILL_RUNNING, WENT_ON, WRONG_EXIT } from '../advice/following.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { lastSteps } from '../analysis/faults.ts'
import type { Slip } from '../analysis/reading.ts'
import { isShutOutAfter } from '../analysis/shut-out.ts'
import type { ClientStep } from '../analysis/step.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'
import { lastAsked } from './last-asked.ts'

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
