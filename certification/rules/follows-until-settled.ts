import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { isShutOutAfter } from '../analysis/shut-out.ts'
import type { ClientStep } from '../analysis/step.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { type Advice, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'
import { lastAsked } from './last-asked.ts'
import { isMissed } from './reads-position.ts'

/**
 * §1.3, §6: it follows an order until it is no longer `PROCESSING`, in any state, and then stops. To ask once
 * more for a settled order is not forbidden; to keep asking is. When everything
 * was bought, its process ends with 0. A client whose key was refused (401, 403) cannot follow; one that missed
 * the summary breaks the clause of its position instead; one that bought again, the clause about that.
 */
export function followsUntilSettled(analysis: Analysis): RuleFinding {
  const last = lastSteps(analysis)
  const judged = last.filter((step) => !isMissed(step, analysis))
  return (
    gaveUp(analysis, judged) ??
    wentOn(analysis) ??
    failedAtEnd(analysis, last) ??
    followed(analysis, judged) ??
    notObserved(whyNot(analysis, last))
  )
}

/** Of each order, the last summary that reached the client. */
function lastSteps({ steps }: Analysis): readonly ClientStep[] {
  return [...new Map(steps.map((step) => [step.order, step])).values()]
}

function gaveUp(analysis: Analysis, judged: readonly ClientStep[]): RuleFinding | undefined {
  const { exit, unrecorded = 0 } = analysis.trial
  if (exit?.cause !== 'exited' || unrecorded > 0) return undefined
  const abandoned = judged.filter((step) => isLeftProcessing(step, analysis) && !isShutOut(step, analysis))
  const [first] = abandoned
  if (first === undefined || hasStrayLookup(first, analysis)) return undefined
  const { words, cause, remedy } = lastAsked(first, analysis)
  const isAsked = first.order.requests.length > 1
  return broken(
    `The order ${quoteName(first.order.reference)} was PROCESSING when the client ended: ${words}.`,
    {
      evidence: [first.request.exchange],
      breaks: abandoned.flatMap(({ order }) => order.requests.at(-1)?.exchange ?? []),
      restsOn: isAsked ? ['lookup-operation'] : [],
      advice: {
        consequence:
          analysis.trial.scenario.course.settles === 'success'
            ? 'The client leaves the purchase before it is settled: the card is paid for, and never delivered.'
            : 'The client leaves the purchase before it is settled: it never knows whether it has the card or its money.',
        cause,
        remedy,
      },
    },
  )
}

function isLeftProcessing({ summary, order }: ClientStep, { surplus }: Analysis): boolean {
  const isUnmeant = surplus.some(({ instead, purchase }) =>
    [instead.reference, purchase.reference].includes(order.reference),
  )
  return summary.isProcessing && !isUnmeant
}

function isShutOut({ request }: ClientStep, { trial, profile }: Analysis): boolean {
  return isShutOutAfter(request.exchange, trial, profile)
}

function hasStrayLookup({ request }: ClientStep, { strayLookups }: Analysis): boolean {
  return strayAfter(request.exchange, strayLookups) !== undefined
}

function wentOn(analysis: Analysis): RuleFinding | undefined {
  const restless = analysis.steps.filter((step) => step.reaction === 'went-on' && !isMissed(step, analysis))
  const [first] = restless
  if (first === undefined) return undefined
  return broken(
    `The order ${quoteName(first.order.reference)} was ${quoteName(first.summary.status)}, which is not PROCESSING, and the client went on asking for it.`,
    {
      evidence: [first.request.exchange],
      breaks: restless.flatMap(({ next }) => next?.exchange ?? []),
      restsOn: first.position === 'lookup' ? ['lookup-operation'] : [],
      advice: {
        consequence:
          'A settled order does not change: every further call is unnecessary load, and the buyer waits.',
        cause: 'The loop waits for one particular state, or asks a fixed number of times.',
      },
    },
  )
}

function failedAtEnd(analysis: Analysis, last: readonly ClientStep[]): RuleFinding | undefined {
  const { exit } = analysis.trial
  if (!analysis.hasFailedAtEnd || exit === null || analysis.steps.some((step) => isMissed(step, analysis)))
    return undefined
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

const WRONG_EXIT: Advice = {
  consequence: 'The caller of the client reads this as a failed purchase, and may buy again.',
  cause: 'Something after the purchase fails, or the exit code does not follow the status of the order.',
  remedy: 'Exit with 0 when every card that was to be bought is settled as a success.',
}
const STILL_RUNNING: Advice = {
  consequence: 'The caller of the client waits without end, and may treat the purchase as failed.',
  cause: 'A timer, an open connection or a loop keeps the process running.',
  remedy: 'End the process when every order is settled: with 0 after a success.',
}

function followed({ steps }: Analysis, judged: readonly ClientStep[]): RuleFinding | undefined {
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
  const missed = last.find((step) => isMissed(step, analysis))
  if (missed !== undefined)
    return `Whether it follows the order was not judged: it does not act on the summary (see reads-${missed.position}-position).`
  if (open === undefined) return 'No order that was PROCESSING was seen to its end.'
  if (isShutOut(open, analysis))
    return `The order ${quoteName(open.order.reference)} could not be followed: the client was refused.`
  const stray = strayAfter(open.request.exchange, analysis.strayLookups)
  if (stray !== undefined)
    return `The order ${quoteName(open.order.reference)} was PROCESSING, and then ${stray.words}`
  return `The order ${quoteName(open.order.reference)} was PROCESSING when the recording ended.`
}
