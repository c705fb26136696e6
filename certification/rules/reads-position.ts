import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { Position } from '../analysis/request.ts'
import type { ClientStep, Reaction } from '../analysis/step.ts'
import { quoteName } from '../quote-name.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'
import { endWords } from '../trial.ts'

const POINTER: Record<Position, string> = { purchase: 'data.order.order', lookup: 'data.order' }

/** How a client reacts that does not read a summary, or leaves the order. */
const AMISS: readonly Reaction[] = ['early', 'confirmed', 'went-on']

/**
 * §4.1: it acts on the summary of a purchase, at `data.order.order`, and on that of a lookup, at `data.order`.
 * One trial does not show that a client misses a summary, instead of ignoring what it says: the whole run does, for each
 * circumstance in which it reads one (decision 011).
 */
export function readsPosition(
  { steps, unread, faults, hasFailedAtEnd }: Analysis,
  position: Position,
): RuleFinding {
  const own = steps.filter(({ request }) => request.kind === position)
  const restsOn: readonly GapId[] = position === 'lookup' ? ['lookup-operation'] : []
  if (own.length === 0)
    return notObserved(`No answer to a ${position} with a summary reached the client.`, { restsOn })
  const faulty = new Set(faults.map(({ step }) => step))
  const missed = own.filter((step) => unread.has(step) && (faulty.has(step) || AMISS.includes(step.reaction)))
  const [first] = missed
  if (first !== undefined) {
    const { isProcessing, pollAfterSeconds, status } = first.summary
    const said = isProcessing
      ? `PROCESSING, pollAfterSeconds ${pollAfterSeconds}`
      : `${quoteName(status)}, settled`
    return broken(`The answer to the ${position} said ${said}, at ${POINTER[position]}; ${acted(first)}.`, {
      evidence: [first.request.exchange],
      breaks: missed.map(({ next, request }) => (next ?? request).exchange),
    })
  }
  const good = own.find(
    (step) =>
      !unread.has(step) && (step.reaction === 'waited' || (step.reaction === 'stopped' && !hasFailedAtEnd)),
  )
  if (good === undefined)
    return notObserved(`Nothing that the client did shows whether it read ${POINTER[position]}.`, { restsOn })
  return kept({ evidence: [good.request.exchange] })
}

function acted({ reaction, trial: { exit } }: ClientStep): string {
  if (reaction === 'early') return 'the client asked again without waiting for it'
  if (reaction === 'went-on' || reaction === 'confirmed') return 'the client still asked for the order'
  const end = exit === null ? 'went away' : exit.cause === 'exited' ? endWords(exit) : 'had to be ended'
  return `the client ${end} without acting on it`
}
