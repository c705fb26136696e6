import type { Advice } from '../rule-finding.ts'

/** What to do about an order that was left while it was PROCESSING, by what the client did last. */
export const HOW_LEFT = {
  neverAsked: {
    cause: 'The answer to the purchase is treated as its end: the status in it is not read.',
    remedy: 'Loop while the status is PROCESSING: wait pollAfterSeconds, and look the order up again.',
  },
  gaveUp: {
    cause: 'The number of polls is fixed, or there is a time limit for all of them.',
    remedy: 'Loop while the status is PROCESSING, without a limit of your own, and end at any other status.',
  },
  neverWentOn: {
    cause: 'The status of a lookup is not read at data.order, or the order is asked for only once.',
    remedy:
      'Read the status of a lookup at data.order, one level higher than that of a purchase, and ask again while it is PROCESSING.',
  },
  failedPoll: {
    cause: 'Any answer to a poll but 200, or an exception, ends the loop.',
    remedy:
      'When a poll fails, keep the last status: the order is still PROCESSING. Wait, and ask for the same reference again.',
  },
  forgot: {
    cause:
      'The reference is only kept in memory, so that a client that is started again does not know its order.',
    remedy:
      'Store the reference before the purchase is sent. At the start, look up every order that was not settled.',
  },
} satisfies Record<string, Advice>

export const WRONG_EXIT: Advice = {
  consequence: 'The caller of the client reads this as a failed purchase, and may buy again.',
  cause:
    'Not known: all of its requests are right. Something after the purchase fails, or the exit code does not follow the status of the order.',
  remedy: 'Exit with 0 when every card that was to be bought is settled as a success.',
}
export const STILL_RUNNING: Advice = {
  consequence: 'The caller of the client waits without end, and may treat the purchase as failed.',
  cause: 'A timer, an open connection or a loop keeps the process running.',
  remedy: 'End the process when every order is settled: with 0 after a success.',
}

/** What follows where an order is left that would have been a success, or a failure. */
export const LEFT_A_CARD =
  'The client leaves the purchase before it is settled: the card is paid for, and never delivered.'
export const LEFT_OPEN =
  'The client leaves the purchase before it is settled: it never knows whether it has the card or its money.'
export const WENT_ON: Advice = {
  consequence:
    'A settled order does not change: every further call is unnecessary load, and the buyer waits.',
  cause: 'The loop waits for one particular state, or asks a fixed number of times.',
}
