import type { Calls } from './calls.ts'
import { type Clock, waitAtLeast } from './clock.ts'
import {
  OrderNotFoundError,
  type OutcomeUnknownError,
  RateLimitedError,
  RefusedError,
  UsageError,
} from './errors.ts'
import { asksTooLong, delayAfter, type Recovery } from './recovery.ts'
import type { OrderSummary } from './summary.ts'

export type FlowContext = {
  readonly calls: Calls
  readonly clock: Clock
  readonly recovery: Recovery
  readonly signal: AbortSignal | undefined
  /** The error of a flow that could not find out how the purchase ended. */
  readonly unknownOutcome: (cause: unknown) => OutcomeUnknownError
}

/**
 * Yields every summary of an order until it is settled (§1.3). Each lookup waits for the latest `pollAfterSeconds` (§3.1),
 * and at least 100 ms; after a failed one, as long again or longer.
 *
 * @param from a summary that is already known.
 */
export async function* followOrder(
  partnerReference: string,
  from: OrderSummary | undefined,
  flow: FlowContext,
): AsyncGenerator<OrderSummary, void, undefined> {
  const { calls, clock, signal, recovery } = flow
  let latest = from
  let failures = 0
  let pauseMs = 0
  while (latest?.settled !== true) {
    await waitAtLeast(clock, Math.max(askedMs(latest), pauseMs), signal)
    try {
      latest = await calls.lookup(partnerReference, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      failures += 1
      if (isFinal(error, latest)) throw error
      const isOver = isRefusal(error) || failures > recovery.maxAttempts || asksTooLong(error)
      if (isOver) throw flow.unknownOutcome(error)
      pauseMs = delayAfter(error, latest === undefined ? failures : 1, recovery)
      continue
    }
    failures = 0
    pauseMs = 0
    yield latest
  }
}

/** Without a minimum, a summary with `pollAfterSeconds` 0 would make the client poll as fast as it can. */
const SHORTEST_WAIT_MS = 100

function askedMs(summary: OrderSummary | undefined): number {
  if (summary === undefined) return 0
  return Math.max((summary.pollAfterSeconds ?? 0) * 1000, SHORTEST_WAIT_MS)
}

/** Whether an error goes to the caller unchanged: a misuse, or an order that was never known. */
function isFinal(error: unknown, known: OrderSummary | undefined): boolean {
  return error instanceof UsageError || (error instanceof OrderNotFoundError && known === undefined)
}

/** Whether the next poll would be refused, too: false for a rate limit and for a known order that was not found. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof RefusedError &&
    !(error instanceof RateLimitedError) &&
    !(error instanceof OrderNotFoundError)
  )
}
