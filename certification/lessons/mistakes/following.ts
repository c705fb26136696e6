import type { Analysis } from '../../analysis/analysis.ts'
import type { Position } from '../../analysis/request.ts'
import { hasFailedBefore, shortestFirst, type Wait } from '../../analysis/step.ts'
import { firstBroken, hasTrouble, type Mistake, type Seen, statusIn } from './mistake.ts'

/** Whether the wait that came too early is of a kind: of several the shortest, since a machine that is busy prolongs the others. */
const isTooShort =
  (isOfKind: (wait: Wait) => boolean) =>
  ({ finding: { breaks }, analysis: { waits } }: Seen): boolean => {
    const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
    return shortestFirst(early).slice(0, 1).some(isOfKind)
  }

/** A wait this short is meant as none, or as milliseconds. */
const hasNotWaited = isTooShort(({ earlyByMs, intervalMs }) => intervalMs - earlyByMs < intervalMs * 0.1)

/** The languages whose usual way to wait takes seconds. */
const IN_SECONDS = ['python', 'ruby', 'php', 'curl']

const goesOnAt =
  (position: Position) =>
  ({ analysis, finding: { evidence } }: Seen): boolean =>
    analysis.steps.some(
      ({ request, reaction }) =>
        request.kind === position && reaction === 'went-on' && evidence.includes(request.exchange),
    )

/** The states that the profile has for a card that was bought. */
function successOf({ profile }: Analysis): string {
  return profile.states.success.map((state) => `"${state}"`).join(' or ')
}

const FOLLOWS = ['follows-until-settled'] as const
const WAITS = ['waits-poll-after'] as const
const KEEP =
  'Keep the last status: the order is still PROCESSING. Wait, and ask for the same reference again; end only where the key is refused.'

/** What clients do wrong while an order is `PROCESSING`, and with what its answers say. */
export const FOLLOWING: readonly Mistake[] = [
  {
    clauses: FOLLOWS,
    isSeen: hasTrouble('cut'),
    cause: 'The answer to a poll ended in the middle of its body, and that ends the loop.',
    remedy: `Read until the last chunk; a body that ends early is an error. ${KEEP}`,
    code: 'failed-poll',
    raises: 'last',
  },
  {
    clauses: FOLLOWS,
    isSeen: hasTrouble('lost', 'late'),
    cause: 'No answer came to a poll. The error of the connection is not caught, or ends the loop.',
    remedy: `Catch the error inside the loop. ${KEEP}`,
    code: 'failed-poll',
    raises: 'last',
  },
  {
    clauses: FOLLOWS,
    isSeen: hasTrouble('not-found'),
    cause: 'A lookup that does not find the order ends the loop.',
    remedy: `The purchase was answered, so there is an order: a lookup may find it a little later. ${KEEP}`,
    code: 'failed-poll',
    raises: 'last',
  },
  {
    clauses: FOLLOWS,
    isSeen: hasTrouble('server-error', 'rate-limited'),
    cause: (seen) => `A poll that is answered with ${statusIn(seen)} ends the loop.`,
    remedy: (seen) => `${statusIn(seen)} says nothing about the order. ${KEEP}`,
    code: 'failed-poll',
    raises: 'last',
  },
  {
    clauses: FOLLOWS,
    isSeen: (seen) =>
      firstBroken(seen)?.operation === 'lookupOrder' &&
      !seen.analysis.steps.some(({ request, next }) => request.kind === 'lookup' && next !== undefined),
    code: 'positions',
    raises: 'last',
  },
  {
    clauses: FOLLOWS,
    isSeen: (seen) =>
      goesOnAt('lookup')(seen) &&
      !seen.analysis.steps.some(
        ({ request, reaction }) => request.kind === 'lookup' && reaction === 'stopped',
      ),
    cause:
      'The loop does not see that the order is settled: it waits for one particular state, or reads the lookup where a purchase has its status, and drops the error.',
    remedy:
      'Read the status of a lookup at data.order, and loop only while it is PROCESSING. Inside the loop, catch only what is no answer: a lost connection, a 404, 429 or 5xx.',
    code: 'positions',
    raises: 'any',
  },
  { clauses: FOLLOWS, isSeen: (seen) => firstBroken(seen) !== undefined, code: 'poll-loop', raises: 'last' },
  {
    clauses: FOLLOWS,
    isSeen: ({ analysis }) => analysis.hasFailedAtEnd,
    cause: ({ analysis }) =>
      `Something after the purchase fails; or the client does not take ${successOf(analysis)} for a success: the reference does not show the names of the states, and this profile has that one.`,
    remedy: ({ analysis }) =>
      `Exit with 0 when every card that was to be bought is settled as a success: in this profile its status is ${successOf(analysis)}.`,
    raises: 'any',
  },
  { clauses: FOLLOWS, isSeen: () => true, raises: 'last' },
  { clauses: WAITS, isSeen: isTooShort(hasFailedBefore), code: 'failed-poll', raises: 'last' },
  {
    clauses: WAITS,
    isSeen: (seen) => hasNotWaited(seen) && IN_SECONDS.includes(seen.language ?? ''),
    cause: 'There is no wait between two polls, or one that is a thousand times too short.',
    code: 'poll-loop',
  },
  { clauses: WAITS, isSeen: () => true, code: 'poll-loop' },
  {
    clauses: ['reads-lookup-position'],
    isSeen: goesOnAt('lookup'),
    cause:
      'The status is read at data.order.order, where a lookup has none. The error is caught and dropped, or the missing status counts as PROCESSING, so that the loop goes on.',
    remedy:
      'Read the answer to the lookup at data.order. Inside the loop, catch only what is no answer: a lost connection, a 404, 429 or 5xx. Any other error is a mistake in the code.',
    code: 'positions',
    raises: 'any',
  },
  {
    clauses: ['reads-purchase-position'],
    isSeen: goesOnAt('purchase'),
    cause:
      'The status is read at data.order, one level too high: it is not found there, and the client asks as if the order were PROCESSING.',
    code: 'positions',
    raises: 'any',
  },
  {
    clauses: ['reads-lookup-position', 'reads-purchase-position'],
    isSeen: () => true,
    code: 'positions',
    raises: 'any',
  },
]
