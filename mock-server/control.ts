import type { Exchange } from '../contract/exchange.ts'
import type { JournalListener } from './journal.ts'
import { type Awaited, type JournalFilter, matches, waitForExchanges } from './journal-query.ts'
import type { Mock } from './mock.ts'
import type { WorldTime } from './world-clock.ts'

/** The time of one key. It never goes back, and no key moves another's. */
export type KeyClock = {
  readonly time: WorldTime
  /**
   * Moves the key's time on. Resolves once everything that was due by then has happened.
   *
   * @param seconds how far, not negative.
   * @throws {RangeError} for a negative number, or none.
   */
  advance(seconds: number): Promise<void>
  freeze(): void
  resume(): void
  /**
   * @param speed how many seconds pass in each second; above 0.
   * @throws {RangeError} for 0 or less.
   */
  run(speed: number): void
}

/** What the mock's owner can do beside calling it: see what arrived, move a key's time, begin anew. */
export type MockControl = {
  clockOf(key: string): KeyClock
  /** What arrived, oldest first, without any key. */
  journal(filter?: JournalFilter): readonly Exchange[]
  /** Waits until so many exchanges are there that a filter means. */
  waitFor(
    filter: JournalFilter,
    options: { count: number; timeoutMs: number; signal?: AbortSignal },
  ): Promise<Awaited>
  /** @returns what ends it. */
  listen(listener: JournalListener): () => void
  /** Milliseconds since the journal began, of the clock that its exchanges are timed by. */
  elapsedMs(): number
  /** The id under which the journal names the partner of a key; `undefined` for a key that is let in nowhere. */
  partnerOf(key: string): string | undefined
  /** Gives a key its opening balance, its own time and an empty journal, and takes its orders away. */
  reset(key: string): Promise<void>
}

/** The controls of a mock. */
export function controlOf(mock: Mock): MockControl {
  const { journal, directory } = mock
  return {
    clockOf: (key) => keyClock(mock, key),
    journal: (filter = {}) => journal.entries().filter((exchange) => matches(exchange, filter)),
    waitFor: (filter, options) => waitForExchanges(journal, filter, options),
    listen: (listener) => journal.listen(listener),
    elapsedMs: () => journal.elapsedMs(),
    partnerOf: (key) => directory.find(key)?.id,
    reset: (key) => resetKey(mock, key),
  }
}

function keyClock({ clocks }: Mock, key: string): KeyClock {
  return {
    get time() {
      return clocks.timeOf(key)
    },
    async advance(seconds) {
      if (!(seconds >= 0)) throw new RangeError(`A clock can't be advanced by ${seconds} seconds.`)
      await clocks.advance(key, seconds)
    },
    freeze: () => clocks.freeze(key),
    resume: () => clocks.resume(key),
    run(speed) {
      if (!(speed > 0)) throw new RangeError(`A clock can't run at ${speed} times its speed.`)
      clocks.run(key, speed)
    },
  }
}

async function resetKey({ store, clocks, journal, directory, rates }: Mock, key: string): Promise<void> {
  const partner = directory.find(key)
  await store.reset({ world: key, openingBalance: partner?.openingBalance ?? 0 })
  clocks.reset(key)
  rates.reset(key)
  if (partner !== undefined) journal.forget(partner.id)
}
