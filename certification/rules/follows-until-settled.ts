import type { Analysis } from '../analysis/analysis.ts'
import { lastSteps } from '../analysis/faults.ts'
import type { Slip } from '../analysis/reading.ts'
import { answerWords, isShutOutAfter } from '../analysis/request.ts'
import type { ClientStep } from '../analysis/step.ts'
import { strayAfter } from '../analysis/stray-lookup.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, ofFirst, type RuleFinding } from '../rule-finding.ts'
import { endWords, type Trial } from '../trial.ts'

/**
 * §1.3, §6: it follows an order until it is no longer `PROCESSING`, in any state, and then stops. To ask once
 * more for a settled order is not forbidden; to keep asking is. When everything
 * was bought, its process ends with 0. A client whose key was refused (401, 403) cannot follow; one that missed
 * the summary breaks the clause of its position instead; one that bought again, the clause about that.
 */
export function followsUntilSettled(analysis: Analysis): RuleFinding {
  const { steps, faults, unread, trial } = analysis
  const wrong = (wanted: Slip) =>
    faults.flatMap(({ slip, step }) => (slip === wanted && !unread.has(step) ? step : []))
  const [left, restless, last] = [wrong('left'), wrong('went-on'), lastSteps(steps)]
  return (
    ofFirst(left, (first) =>
      broken(
        `The order ${quoteName(first.order.reference)} was PROCESSING when the client ended: ${lastAsked(first, trial)}.`,
        {
          evidence: [first.request.exchange],
          breaks: left.flatMap(({ order }) => order.requests.at(-1)?.exchange ?? []),
          restsOn: first.order.requests.length > 1 ? ['lookup-operation'] : [],
          mistake: 'left',
        },
      ),
    ) ??
    ofFirst(restless, ({ order, summary, request }) =>
      broken(
        `The order ${quoteName(order.reference)} was ${quoteName(summary.status)}, which is not PROCESSING, and the client went on asking for it.`,
        {
          evidence: [request.exchange],
          breaks: restless.flatMap(({ next }) => next?.exchange ?? []),
          mistake: 'went-on',
        },
      ),
    ) ??
    ofFirst(wrong('failed'), () => failsAtEnd(last, trial)) ??
    keptOrNot(last, analysis)
  )
}

/** How a client left an order that was PROCESSING, to follow "when the client ended:". */
function lastAsked({ order: { requests }, request }: ClientStep, { crash }: Trial): string {
  if (crash !== undefined && requests.every(({ isRestarted }) => !isRestarted))
    return 'after a crash it was started again, and did not ask for this order'
  const last = requests.findLast(({ exchange }) => exchange.seq > request.exchange.seq)
  if (last !== undefined) {
    const what = last.kind === 'lookup' ? 'lookup' : 'request, the same purchase,'
    return `its last ${what} ${answerWords(last.answer)}, and it did not ask again`
  }
  const polls = requests.length - 1
  return polls === 0
    ? 'it never asked for it again'
    : `after poll ${polls}, which said PROCESSING, it did not ask again`
}

function failsAtEnd(last: readonly ClientStep[], { exit }: Trial): RuleFinding {
  const isStuck = exit?.cause === 'time-limit'
  const missing = exit?.code == null ? 'and did not exit with 0' : 'not with 0'
  const how = isStuck ? 'was still running when its time was up' : `${exit && endWords(exit)}, ${missing}`
  return broken(`Every card was bought and settled, and the client received that, but its process ${how}.`, {
    evidence: last.slice(0, 2).map(({ request }) => request.exchange),
    restsOn: ['settled-states'],
    mistake: 'failed',
  })
}

function keptOrNot(last: readonly ClientStep[], analysis: Analysis): RuleFinding {
  const { steps, unread } = analysis
  const judged = last.filter((step) => !unread.has(step))
  const settled = judged.filter(({ reaction }) => reaction === 'stopped')
  const [first] = settled
  const hasProcessed = steps.some(({ summary, order }) => summary.isProcessing && order === first?.order)
  if (first === undefined || settled.length < judged.length || !hasProcessed)
    return notObserved(whyNot(last, analysis))
  const hasLookedUp = settled.some(({ request }) => request.kind === 'lookup')
  return kept({ evidence: [first.request.exchange], restsOn: hasLookedUp ? ['lookup-operation'] : [] })
}

function whyNot(last: readonly ClientStep[], { unread, trial, profile, strayLookups }: Analysis): string {
  const missed = last.find((step) => unread.has(step))
  if (missed !== undefined)
    return `Whether it follows the order was not judged: it does not act on the summary (see reads-${missed.request.kind}-position).`
  const open = last.find(({ summary }) => summary.isProcessing)
  if (open === undefined) return 'No order that was PROCESSING was seen to its end.'
  const reference = quoteName(open.order.reference)
  if (isShutOutAfter(open.request.exchange, trial, profile))
    return `The order ${reference} could not be followed: the client was refused.`
  const stray = strayAfter(open.request.exchange, strayLookups)
  return stray === undefined
    ? `The order ${reference} was PROCESSING when the recording ended.`
    : `The order ${reference} was PROCESSING, and then ${stray.words}`
}
