import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OrderedFault, OrderedFor, WaitingFault } from '../../contract/wire/ordered-fault.ts'
import { checked, type JournalFilter, matches } from '../journal/filter.ts'
import { type Awaited, type JournalListener, waitForExchanges } from '../journal/journal.ts'
import type { SandboxTime, TimeChange } from '../store/sandbox-clock.ts'
import { readOrderedFault } from './fault-order.ts'
import { accountOf, partnerOf } from './keys.ts'
import type { Mock } from './mock.ts'

/** The time of one key. It never goes back, and no key affects another's. */
export type KeyClock = {
  read(): Promise<SandboxTime>
  /**
   * Advances the key's time. Resolves once everything that was due by then has happened.
   *
   * @param seconds how far, not negative.
   * @throws {RangeError} for a negative number, or no number.
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

/** The controls of a mock, in addition to the API: read its journal, advance a key's time, reset a key. */
export type MockControl = {
  clockOf(key: string): KeyClock
  /**
   * What arrived at this mock, oldest first, without any key.
   *
   * @throws {RangeError} for an operation, an effect or a delivery that no exchange can have.
   *
   * @example
   * mock.journal({ operation: 'createOrder', delivery: 'lost' })
   */
  journal(filter?: JournalFilter): readonly Exchange[]
  /** What the journal dropped of a key since its last reset, or of all keys. */
  dropped(key?: string): Dropped | null
  /** Waits until enough exchanges match a filter. */
  waitFor(
    filter: JournalFilter,
    options: { count: number; timeoutMs: number; signal?: AbortSignal },
  ): Promise<Awaited>
  /** @returns a function that stops it. */
  listen(listener: JournalListener): () => void
  /** Milliseconds since the journal began, of the clock that its exchanges are timed by. */
  elapsedMs(): number
  /** The id under which the journal names the partner of a key; `undefined` for a key that is not accepted. */
  partnerOf(key: string): string | undefined
  /** Restores a key's opening balance and time, and removes its orders and its journal. */
  reset(key: string): Promise<void>
  /**
   * Orders a fault for the next purchase of a key, or for a later purchase or lookup. It strikes once, in place of a
   * fault of the card, and replaces a fault that waits for the same request. A call in this process that loses its
   * connection rejects.
   *
   * @param request `{ on: 'lookup', at: 2 }` is the second lookup from now on.
   * @throws {RangeError} for an unknown fault or request, and for a key that the mock does not accept.
   */
  next(key: string, fault: OrderedFault, request?: OrderedFor): Promise<void>
}

export function controlOf(mock: Mock): MockControl {
  const { journal } = mock
  return {
    clockOf: (key) => keyClock(mock, key),
    journal: (filter = {}) =>
      journal.entries(checked(filter).partner).filter((exchange) => matches(exchange, filter)),
    dropped: (key) => journal.dropped(key === undefined ? undefined : partnerOf(mock, key)?.id),
    waitFor: async (filter, options) => waitForExchanges(journal, checked(filter), options),
    listen: (listener) => journal.listen(listener),
    elapsedMs: () => journal.elapsedMs(),
    partnerOf: (key) => partnerOf(mock, key)?.id,
    reset: (key) => resetKey(mock, key),
    next: async (key, fault, request) => orderFault(mock, key, readOrderedFault(fault, request)),
  }
}

/** Changes the time of a key. Resolves once everything that was due by then has happened. */
export async function changeTime(mock: Mock, key: string, change: TimeChange): Promise<SandboxTime> {
  await mock.store.changeTime(accountOf(mock, key), change)
  await mock.timers.settle(key)
  return timeOf(mock, key)
}

async function timeOf(mock: Mock, key: string): Promise<SandboxTime> {
  const { isRevoked: _, ...time } = await mock.store.enter(accountOf(mock, key))
  return time
}

function keyClock(mock: Mock, key: string): KeyClock {
  const change = async (change: TimeChange): Promise<void> => void (await changeTime(mock, key, change))
  return {
    read: () => timeOf(mock, key),
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
  const { store, timers, journal, rates } = mock
  // Delayed answers are released first, so that the reset also removes what they record.
  await timers.finish(key)
  await store.reset(accountOf(mock, key))
  rates.reset(key)
  const id = partnerOf(mock, key)?.id
  if (id !== undefined) journal.forget(id)
}

export function nextPurchaseOf(waiting: readonly WaitingFault[]): OrderedFault | undefined {
  return waiting.find(({ operation, at }) => operation === 'createOrder' && at === 1)?.fault
}

async function orderFault(mock: Mock, key: string, fault: WaitingFault): Promise<void> {
  if (partnerOf(mock, key) === undefined)
    throw new RangeError('The mock does not accept this key, so that no request of it meets a fault.')
  await mock.store.next.put(accountOf(mock, key), fault)
}
