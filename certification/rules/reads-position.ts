import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { Position } from '../analysis/order-answer.ts'
import type { ClientStep, Reaction } from '../analysis/step.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

const POINTER: Record<Position, string> = { purchase: 'data.order.order', lookup: 'data.order' }

/** §4.1: it acts on the summary of a purchase, at `data.order.order`. */
export const readsPurchasePosition = (analysis: Analysis): RuleFinding => readsPosition(analysis, 'purchase')

/** §4.1: it acts on the summary of a lookup, at `data.order`. */
export const readsLookupPosition = (analysis: Analysis): RuleFinding => readsPosition(analysis, 'lookup')

const AMISS: readonly Reaction[] = ['early', 'gave-up', 'confirmed', 'went-on']

/**
 * One trial does not show that a client misses a summary, instead of ignoring what it says: the whole run does, for each
 * circumstance in which it reads one (decision 011).
 */
function readsPosition(analysis: Analysis, position: Position): RuleFinding {
  const own = analysis.steps.filter((step) => step.position === position)
  const restsOn: readonly GapId[] = position === 'lookup' ? ['lookup-operation'] : []
  if (own.length === 0)
    return notObserved(`No answer to a ${position} with a summary reached the client.`, { restsOn })
  const faulty = new Set(analysis.faults.map(({ step }) => step))
  const missed = own.filter(
    (step) => analysis.unread.has(step) && (faulty.has(step) || AMISS.includes(step.reaction)),
  )
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
    (step) =>
      !analysis.unread.has(step) &&
      (step.reaction === 'waited' || (step.reaction === 'stopped' && !analysis.hasFailedAtEnd)),
  )
  if (good === undefined)
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
