import { splitTrials } from '../../../certification/runner/listening/split-trials.ts'
import type { Trial } from '../../../certification/trial.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { KeyHistory } from '../../../mock-server/sandbox/judge-port.ts'

/** What a key did as the trials of a certification: a card that was bought is a scenario. */
export function trialsOf(history: KeyHistory): {
  readonly trials: readonly Trial[]
  /** The `seq` that an exchange has in the journal, by that in the trials. */
  readonly seqs: readonly number[]
  /** Milliseconds since the Unix epoch. */
  readonly beganAt: number
  readonly endedMs: number
} {
  const { exchanges, seqs, beganAt } = onOneClock(history.exchanges)
  const { scenarios, profile, openingBalance, omitted: unrecorded } = history
  const endedMs = Math.max(0, history.endedAt - beganAt)
  const trials = splitTrials({ exchanges, scenarios, profile, endedMs, openingBalance, unrecorded })
  return { trials, seqs, beganAt, endedMs }
}

/** `at` has whole milliseconds: two beginnings that differ by less are the same. */
const ROUNDING_MS = 2

/**
 * Exchanges of several processes, timed by one clock and numbered in the order of their arrival. Each process counts its
 * milliseconds from its own beginning; `at` shows when that was.
 *
 * @returns them, with the `seq` that each had, by its new one.
 */
export function onOneClock(exchanges: readonly Exchange[]): {
  readonly exchanges: readonly Exchange[]
  readonly seqs: readonly number[]
  /** When the clock begins, in milliseconds since the Unix epoch. */
  readonly beganAt: number
} {
  const beginnings: number[] = []
  const begun = exchanges.map((exchange) => {
    const ownBegan = Date.parse(exchange.at) - exchange.arrivedMs
    const known = beginnings.find((one) => Math.abs(one - ownBegan) < ROUNDING_MS)
    if (known === undefined) beginnings.push(ownBegan)
    return { exchange, began: known ?? ownBegan }
  })
  const beganAt = Math.min(...beginnings)
  const timed = begun
    .map(({ exchange, began }) => later(exchange, began - beganAt))
    .sort((one, other) => one.arrivedMs - other.arrivedMs)
  return { exchanges: timed.map((one, seq) => ({ ...one, seq })), seqs: timed.map(({ seq }) => seq), beganAt }
}

function later(exchange: Exchange, byMs: number): Exchange {
  const { arrivedMs, response, delivery } = exchange
  return {
    ...exchange,
    arrivedMs: arrivedMs + byMs,
    response: response && { ...response, answeredMs: response.answeredMs + byMs },
    delivery: delivery && { ...delivery, atMs: delivery.atMs + byMs },
  }
}
