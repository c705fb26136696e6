import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../contract/wire/exchange.ts'
import { MOST_EXCHANGES } from './journal.ts'
import type { Sandbox } from './options.ts'

/** How much of one client's traffic is kept. More than either bound is a flood. */
export type LogBounds = { readonly exchanges: number; readonly bytes: number }

const BOUNDS: LogBounds = { exchanges: MOST_EXCHANGES, bytes: 8 * 1024 * 1024 }
const SETTLE_STEP_MS = 10

export class ExchangeLog {
  readonly #bounds: LogBounds
  readonly #bySeq = new Map<number, Exchange>()
  #bytes = 0
  #arrived = 0
  readonly release: () => void

  /** @param onChange called for every change of an exchange; `isFlood` when it was not kept. */
  constructor(
    { listen }: Pick<Sandbox, 'listen'>,
    onChange: (exchange: Exchange, isFlood: boolean) => void,
    bounds: LogBounds = BOUNDS,
  ) {
    this.#bounds = bounds
    this.release = listen((exchange, isComplete) => {
      this.#note(exchange, isComplete)
      onChange(exchange, !this.#bySeq.has(exchange.seq))
    })
  }

  get exchanges(): readonly Exchange[] {
    return [...this.#bySeq.values()].sort((one, other) => one.seq - other.seq)
  }

  get unrecorded(): number {
    return this.#arrived - this.#bySeq.size
  }

  /** Resolves when no exchange is under way, or after `limitMs`. */
  async settled(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs
    const isUnderWay = () => this.exchanges.some(({ delivery }) => delivery === null)
    while (isUnderWay() && performance.now() < until) await pause(SETTLE_STEP_MS)
  }

  #note(exchange: Exchange, isComplete: boolean): void {
    // A journal numbers exchanges from 0, without gaps.
    this.#arrived = Math.max(this.#arrived, exchange.seq + 1)
    const isKept = this.#bySeq.has(exchange.seq)
    const { exchanges, bytes } = this.#bounds
    const hasRoom = this.#bySeq.size < exchanges && this.#bytes < bytes
    // A later state of a kept exchange replaces the earlier one.
    if (isKept || hasRoom) this.#bySeq.set(exchange.seq, exchange)
    if (isKept && isComplete) this.#bytes += JSON.stringify(exchange).length
  }
}
