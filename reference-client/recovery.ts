import { waitAtLeast } from './clock.ts'
import { RateLimitedError, RefusedError } from './errors.ts'
import type { FlowContext } from './follow.ts'
import { delayAfter } from './http/backoff.ts'
import type { OrderSummary } from './summary.ts'

/**
 * Sends a purchase until its summary is known (§4.2, §4.3). After an answer that did not come, or cannot be used,
 * it waits, looks the order up, and if that does not find it sends the identical body again.
 *
 * @param send sends the purchase once, always with the same body.
 * @throws {RefusedError} when every answer so far was a refusal: nothing was bought.
 * @throws {OutcomeUnknownError} when an answer was lost, and neither lookups nor retries gave the outcome.
 */
export async function placeOrder(
  partnerReference: string,
  send: () => Promise<OrderSummary>,
  { calls, clock, recovery, signal, unknownOutcome }: FlowContext,
): Promise<OrderSummary> {
  let isOpen = false
  for (let failures = 1; ; failures += 1) {
    const sent = await attempt(send, signal)
    if ('summary' in sent) return sent.summary
    // No refusal is documented to mean "not bought": it does not settle what an earlier answer left open.
    isOpen ||= !(sent.error instanceof RefusedError && sent.error.status < 500)
    if (!isOpen && !(sent.error instanceof RateLimitedError)) throw sent.error
    if (failures > recovery.maxAttempts) throw isOpen ? unknownOutcome(sent.error) : sent.error
    await waitAtLeast(clock, delayAfter(sent.error, failures, recovery), signal)
    if (!isOpen) continue
    const found = await attempt(() => calls.lookup(partnerReference, { signal }), signal)
    if ('summary' in found) return found.summary
  }
}

type Attempt = { readonly summary: OrderSummary } | { readonly error: unknown }

/** The result of a request. After an abort there is no retry. */
async function attempt(
  request: () => Promise<OrderSummary>,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  try {
    return { summary: await request() }
  } catch (error) {
    signal?.throwIfAborted()
    return { error }
  }
}
