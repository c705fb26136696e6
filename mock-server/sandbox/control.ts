import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JournalFilter, matches } from '../journal/filter.ts'
import type { JournalListener } from '../journal/journal.ts'
import { type Awaited, waitForExchanges } from '../journal/wait-for-exchanges.ts'
import type { SandboxTime, TimeChange } from '../store/sandbox-clock.ts'
import type { Account } from '../store/store.ts'
import type { Mock } from './mock.ts'

/** The time of one key. It never goes back, and no key moves another's. */
export type KeyClock = {
  read(): Promise<SandboxTime>
  /**
   * Moves the key's time on. Resolves once everything that was due by then has happened.
   *
   * @param seconds how far, not negative.
   * @throws {RangeError} for a negative number, or none.
   */
  advance(seconds: number): Promise<void>
  freeze(): Promise<void>
  resume(): Promise<void>
  /**
   * @param speed how many seconds pass in each second; above 0.
   * @throws {RangeError} for 0 or less.
   */
  run(speed: number): Promise<void>
}

/** What the mock's owner can do beside calling it: see what arrived, move a key's time, reset a key. */
export type MockControl = {
  clockOf(key: string): KeyClock
  /** What arrived at this process, oldest first, without any key. */
  journal(filter?: JournalFilter): readonly Exchange[]
  /**
   * The journal with all that its store has kept of it: what arrived at other processes over the same store, and
   * before this one began.
   */
  history(filter?: JournalFilter): Promise<readonly Exchange[]>
  /** Waits until so many exchanges are there that a filter means. */
  waitFor(
    filter: JournalFilter,
    options: { count: number; timeoutMs: number; signal?: AbortSignal },
  ): Promise<Awaited>
  /** @returns what ends it. */
  listen(listener: JournalListener): () => void
  /** Milliseconds since the journal began, of the clock that its exchanges are timed by. */
  elapsedMs(): number
  /** The id under which the journal names the partner of a key; `undefined` for a key that is not accepted. */
  partnerOf(key: string): string | undefined
  /** Gives a key its opening balance, its own time and an empty journal, and takes its orders away. */
  reset(key: string): Promise<void>
}

/** The controls of a mock. */
export function controlOf(mock: Mock): MockControl {
  const { journal, archiving, directory } = mock
  const ownJournal = (filter: JournalFilter = {}) =>
    journal.entries().filter((exchange) => matches(exchange, filter))
  return {
    clockOf: (key) => keyClock(mock, key),
    journal: ownJournal,
    history: async (filter = {}) => archiving?.read(filter) ?? ownJournal(filter),
    waitFor: (filter, options) => waitForExchanges(journal, filter, options),
    listen: (listener) => journal.listen(listener),
    elapsedMs: () => journal.elapsedMs(),
    partnerOf: (key) => directory.find(key)?.id,
    reset: (key) => resetKey(mock, key),
  }
}

function keyClock(mock: Mock, key: string): KeyClock {
  const { store, timers } = mock
  const change = async (change: TimeChange): Promise<void> => {
    await store.changeTime(accountOf(mock, key), change)
    if ('advanceSeconds' in change) await timers.settle(key)
  }
  return {
    async read() {
      const { now, isFrozen, speed } = await store.enter(accountOf(mock, key))
      return { now, isFrozen, speed }
    },
    async advance(seconds) {
      if (!(seconds >= 0)) throw new RangeError(`A clock can't be advanced by ${seconds} seconds.`)
      await change({ advanceSeconds: seconds })
    },
    freeze: () => change({ freeze: true }),
    resume: () => change({ resume: true }),
    async run(speed) {
      if (!(speed > 0)) throw new RangeError(`A clock can't run at ${speed} times its speed.`)
      await change({ speed })
    },
  }
}

async function resetKey(mock: Mock, key: string): Promise<void> {
  const { store, timers, journal, archiving, directory, rates } = mock
  // Answers that are held back are let go first: what they record then is taken away with the rest.
  await timers.finish(key)
  await store.reset(accountOf(mock, key))
  rates.reset(key)
  const id = directory.find(key)?.id
  if (id === undefined) return
  journal.forget(id)
  await archiving?.forget(id)
}

function accountOf({ directory }: Mock, key: string): Account {
  return { sandbox: key, openingBalance: directory.find(key)?.openingBalance ?? 0 }
}
