/** A source of time in milliseconds that never goes back. Passed to all code that reads the time or waits. */
export type Clock = {
  /** Milliseconds since the Unix epoch, from a monotonic source. */
  now(): number
  /**
   * Calls back once, when this much time has passed: never early by this clock.
   *
   * @returns a function that cancels it.
   */
  after(milliseconds: number, wake: () => void): () => void
}

/** The longest delay that `setTimeout` accepts. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's time, monotonic: a change of the wall clock does not move it. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(milliseconds, wake) {
    const timer = setTimeout(wake, Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  },
}

/** Waits so many milliseconds by a clock. @throws the reason of the signal, when it aborts. */
export async function sleepBy(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    })
    function leave() {
      cancel()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/** A clock whose time changes only when it is advanced. */
export type ManualClock = Clock & {
  /** @param milliseconds how far, not negative. Every timer due by then fires, in order. */
  advance(milliseconds: number): void
}

type Alarm = { readonly at: number; readonly wake: () => void }

/**
 * A clock for tests, whose time changes only when it is advanced.
 *
 * @param start milliseconds since the Unix epoch.
 * @throws {RangeError} when it is moved back.
 *
 * @example
 * const clock = manualClock()
 * clock.advance(2_000)
 */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let time = start
  const alarms = new Set<Alarm>()
  const nextDue = (until: number): Alarm | undefined =>
    [...alarms].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
  return {
    now: () => time,
    after(milliseconds, wake) {
      // At least one millisecond, as the system clock: a timer that sets itself again at once must see time pass.
      const alarm = { at: time + Math.max(0, Math.ceil(milliseconds)), wake }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    advance(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError(`A clock can't go back by ${-milliseconds} ms.`)
      const end = time + milliseconds
      for (let due = nextDue(end); due !== undefined; due = nextDue(end)) {
        alarms.delete(due)
        time = Math.max(time, due.at)
        due.wake()
      }
      time = end
    },
  }
}
