import { refusalOfCaller } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Trial } from '../trial.ts'

/**
 * Whether a client was refused for its key or its address after a request, on any operation: then it has to stop, and
 * cannot follow an order any more.
 */
export function isShutOutAfter({ seq }: Exchange, { exchanges }: Trial, profile: Profile): boolean {
  return exchanges.some(
    (exchange) =>
      exchange.seq > seq &&
      exchange.delivery?.outcome === 'delivered' &&
      isRefusedAsNobody(exchange, profile),
  )
}

/** Whether an answer rejects the caller: its key is not valid, or its address not allowed. */
export function isRefusedAsNobody({ response }: Exchange, { errors }: Profile): boolean {
  const refusal = refusalOfCaller(response?.status ?? null, errors)
  return refusal === 'unauthenticated' || refusal === 'ipNotAllowed'
}
