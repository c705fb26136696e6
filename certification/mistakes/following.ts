import type { OrderExchange, Position } from '../orders.ts'
import { shortestFirst, type Wait } from '../steps.ts'
import { firstBroken, hasTrouble, type Mistakes, type Seen, statusIn } from './mistake.ts'

/** Whether the wait that came too early is of a kind: of several the shortest, since a machine that is busy prolongs the others. */
const isTooShort =
  (isOfKind: (wait: Wait) => boolean) =>
  ({ finding: { breaks }, analysis: { waits } }: Seen): boolean => {
    const early = waits.filter(({ isEarly, request }) => isEarly && breaks.includes(request.exchange.seq))
    return shortestFirst(early).slice(0, 1).some(isOfKind)
  }

function hasFailedBefore({ step, request }: Wait): boolean {
  return step.order.requests.some(
    ({ exchange: { seq }, answer }) =>
      answer.kind !== 'summary' && seq > step.request.exchange.seq && seq < request.exchange.seq,
  )
}

/** A wait this close to another, or to nothing, is meant as that: to nothing, perhaps as milliseconds. */
const NEAR = 0.1

const hasNotWaited = isTooShort(({ earlyByMs, intervalMs }) => intervalMs - earlyByMs < intervalMs * NEAR)

function keepsEarlierInterval({ step, earlyByMs, intervalMs }: Wait): boolean {
  return step.order.received.some(({ summary, request: { exchange } }) => {
    const earlierMs = (summary.pollAfterSeconds ?? 0) * 1000
    const isEarlier = exchange.seq < step.request.exchange.seq && earlierMs > 0
    return isEarlier && Math.abs(intervalMs - earlyByMs - earlierMs) <= earlierMs * NEAR
  })
}

const goesOnAt =
  (position: Position) =>
  ({ analysis, finding: { evidence } }: Seen): boolean =>
    analysis.steps.some(
      ({ request, reaction }) =>
        request.kind === position && reaction === 'went-on' && evidence.includes(request.exchange),
    )

/** The requests about an order that was left; undefined where none was. */
function leftAt(seen: Seen): readonly OrderExchange[] | undefined {
  const last = firstBroken(seen)
  return seen.analysis.orders.find(({ requests }) => requests.at(-1)?.exchange === last)?.requests
}

function hasForgotten(seen: Seen): boolean {
  return seen.analysis.trial.crash !== undefined && leftAt(seen)?.at(-1)?.isRestarted === false
}

const KEEP =
  'Keep the last status: the order is still PROCESSING. Wait, and ask for the same reference again; end only where the key is refused.'

export const FOLLOWING: Mistakes = {
  'follows-until-settled': [
    {
      of: 'respelled',
      cause:
        'The reference is changed between the purchase and the lookup: its case, blanks, encoded twice, or not at all.',
      remedy: 'Store the reference as it was sent with the purchase, and encode exactly that once in a URL.',
    },
    {
      isSeen: hasForgotten,
      cause:
        'The reference is only kept in memory, so that a client that is started again does not know its order.',
      remedy:
        'Store the reference before the purchase is sent. At the start, look up every order that was not settled.',
    },
    {
      isSeen: hasTrouble('cut'),
      cause: 'The answer to a poll ended in the middle of its body, and that ends the loop.',
      remedy: `Read until the last chunk; a body that ends early is an error. ${KEEP}`,
    },
    {
      isSeen: hasTrouble('lost', 'late'),
      cause: 'No answer came to a poll. The error of the connection is not caught, or ends the loop.',
      remedy: `Catch the error inside the loop. ${KEEP}`,
    },
    {
      isSeen: hasTrouble('not-found'),
      cause: 'A lookup that does not find the order ends the loop.',
      remedy: `The purchase was answered, so there is an order: a lookup may find it a little later. ${KEEP}`,
    },
    {
      isSeen: hasTrouble('server-error', 'rate-limited'),
      cause: (seen) => `A poll that is answered with ${statusIn(seen)} ends the loop.`,
      remedy: (seen) => `${statusIn(seen)} says nothing about the order. ${KEEP}`,
    },
    {
      isSeen: hasTrouble('refused'),
      cause: 'Any answer to a poll but 200, or an exception, ends the loop.',
      remedy:
        'When a poll fails, keep the last status: the order is still PROCESSING. Wait, and ask for the same reference again.',
    },
    {
      isSeen: (seen) =>
        goesOnAt('lookup')(seen) &&
        !seen.analysis.steps.some(
          ({ request, reaction }) => request.kind === 'lookup' && reaction === 'stopped',
        ),
      cause:
        'The loop does not see that the order is settled: it waits for one particular state, or reads the lookup where a purchase has its status, and drops the error.',
      remedy:
        'Read the status of a lookup at data.order, and loop only while it is PROCESSING. Inside the loop, catch only what is no answer: a lost connection, a 404, 429 or 5xx.',
    },
    {
      isSeen: (seen) => goesOnAt('lookup')(seen) || goesOnAt('purchase')(seen),
      cause: 'The loop waits for one particular state, or asks a fixed number of times.',
    },
    {
      isSeen: (seen) => leftAt(seen)?.length === 1,
      cause: 'The answer to the purchase is treated as its end: the status in it is not read.',
      remedy: 'Loop while the status is PROCESSING: wait pollAfterSeconds, and look the order up again.',
    },
    {
      isSeen: (seen) =>
        leftAt(seen)?.at(-1)?.kind === 'lookup' &&
        !seen.analysis.steps.some(({ request, next }) => request.kind === 'lookup' && next !== undefined),
      cause: 'The status of a lookup is not read at data.order, or the order is asked for only once.',
      remedy:
        'Read the status of a lookup at data.order, one level higher than that of a purchase, and ask again while it is PROCESSING.',
    },
    {
      of: 'left',
      cause: 'The number of polls is fixed, or there is a time limit for all of them.',
      remedy:
        'Loop while the status is PROCESSING, without a limit of your own, and end at any other status.',
    },
  ],
  'waits-poll-after': [
    {
      isSeen: isTooShort(hasFailedBefore),
      cause: 'A poll that failed is repeated at once, or after a pause of its own.',
      remedy:
        'When a poll fails, the last pollAfterSeconds that arrived still counts: ask again when it is over, not before.',
    },
    {
      isSeen: hasNotWaited,
      cause: 'There is no wait, or the seconds are passed to a function that takes milliseconds.',
      remedy:
        'pollAfterSeconds is in seconds. After each answer, sleep that long before the next request about the order.',
    },
    {
      isSeen: isTooShort(keepsEarlierInterval),
      cause: 'The interval of an earlier answer, or a constant, is used for all polls.',
      remedy: 'Read pollAfterSeconds again from each answer, and sleep that long before the next request.',
    },
  ],
  'reads-lookup-position': [
    {
      isSeen: goesOnAt('lookup'),
      cause:
        'The status is read at data.order.order, where a lookup has none. The error is caught and dropped, or the missing status counts as PROCESSING, so that the loop goes on.',
      remedy:
        'Read the answer to the lookup at data.order. Inside the loop, catch only what is no answer: a lost connection, a 404, 429 or 5xx. Any other error is a mistake in the code.',
    },
  ],
  'reads-purchase-position': [
    {
      isSeen: goesOnAt('purchase'),
      cause:
        'The status is read at data.order, one level too high: it is not found there, and the client asks as if the order were PROCESSING.',
    },
  ],
}
