import { type Clock, systemClock } from '../../../contract/clock.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { orderStatusOf } from '../../../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../../../contract/wire/processing.ts'

/** Kills a client in the middle of its purchase. */
export type CrashWatch = {
  /** Aborted, for the reason `crash`, when the moment has come. */
  readonly signal: AbortSignal
  see(exchange: Exchange): void
  release(): void
}

/** How long the client continues to run: it has read its answer, and has not sent another request. */
const LIVES_ON_MS = 300

const MOMENTS: { readonly [When in NonNullable<Scenario['restarts']>]: (exchange: Exchange) => boolean } = {
  unanswered: ({ order, delivery }) => order?.effect === 'recorded' && delivery === null,
  processing: (exchange) =>
    exchange.order?.effect === 'recorded' &&
    exchange.delivery?.outcome === 'delivered' &&
    orderStatusOf(exchange) === PROCESSING,
}

/**
 * Watches for the moment at which a scenario kills its client.
 *
 * @param when undefined for a scenario that does not kill it.
 */
export function crashAt(when: Scenario['restarts'], clock: Clock = systemClock): CrashWatch {
  const crash = new AbortController()
  let release: (() => void) | undefined
  return {
    signal: crash.signal,
    see(exchange) {
      if (when !== undefined && MOMENTS[when](exchange))
        release ??= clock.after(LIVES_ON_MS, () => crash.abort('crash'))
    },
    release: () => release?.(),
  }
}
