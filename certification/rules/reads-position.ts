import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { Position } from '../analysis/order-answer.ts'
import type { ClientStep, Reaction } from '../analysis/step.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

const POINTER: Record<Position, string> = { purchase: 'data.order.order', lookup: 'data.order' }

/** §4.1: it acts on the summary of a purchase, at `data.order.order`. See {@link isMissed}. */
export const readsPurchasePosition = (analysis: Analysis): RuleFinding => readsPosition(analysis, 'purchase')

/** §4.1: it acts on the summary of a lookup, at `data.order`. See {@link isMissed}. */
export const readsLookupPosition = (analysis: Analysis): RuleFinding => readsPosition(analysis, 'lookup')

/**
 * Whether a client missed a summary, instead of ignoring what it says. One trial does not show it: the whole run does, or
 * a failure that occurs only when the answers carry undocumented fields (decision 011).
 */
export function isMissed(step: ClientStep, { misreadPositions, trial, hasFailedAtEnd }: Analysis): boolean {
  const { isMisread, plain } = misreadPositions[step.position]
  const { reaction } = step
  if (isMisread) return AMISS.includes(reaction) || (reaction === 'stopped' && hasFailedAtEnd)
  if (!trial.scenario.extraFields) return false
  const { gaveUp, wentOn, failed } = plain
  if (reaction === 'gave-up') return gaveUp === 0
  if (reaction === 'went-on') return wentOn === 0
  return reaction === 'stopped' && hasFailedAtEnd && failed === 0
}

const AMISS: readonly Reaction[] = ['early', 'gave-up', 'confirmed', 'went-on']

function readsPosition(analysis: Analysis, position: Position): RuleFinding {
  const own = analysis.steps.filter((step) => step.position === position)
  const restsOn: readonly GapId[] = position === 'lookup' ? ['lookup-operation'] : []
  if (own.length === 0)
    return notObserved(`No answer to a ${position} with a summary reached the client.`, { restsOn })
  const missed = own.filter((step) => isMissed(step, analysis))
  const [first] = missed
  if (first !== undefined) {
    const said = first.summary.isProcessing
      ? `PROCESSING, pollAfterSeconds ${first.summary.pollAfterSeconds}`
      : `${quoteName(first.summary.status)}, settled`
    return broken(
      `The answer to the ${position} said ${said}, at ${POINTER[position]}; ${acted(first, analysis)}.`,
      {
        evidence: [first.request.exchange],
        breaks: missed.flatMap(({ next, request }) => (next ?? request).exchange),
        restsOn,
      },
    )
  }
  const good = own.find(
    ({ reaction }) => reaction === 'waited' || (reaction === 'stopped' && !analysis.hasFailedAtEnd),
  )
  if (good === undefined || analysis.misreadPositions[position].isMisread)
    return notObserved(`Nothing that the client did shows whether it read ${POINTER[position]}.`, { restsOn })
  return kept({ evidence: [good.request.exchange], restsOn })
}

function acted({ reaction }: ClientStep, { trial }: Analysis): string {
  if (reaction === 'early') return 'the client asked again without waiting for it'
  if (reaction === 'went-on' || reaction === 'confirmed') return 'the client still asked for the order'
  return `the client ${exitWords(trial.exit)} without acting on it`
}

function exitWords(exit: Analysis['trial']['exit']): string {
  if (exit === null) return 'went away'
  if (exit.cause !== 'exited') return 'had to be ended'
  return exit.code === null ? `was ended by ${exit.signal ?? 'a signal'}` : `exited with ${exit.code}`
}
