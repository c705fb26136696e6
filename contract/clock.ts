/** A source of time in milliseconds that never goes back. Handed in wherever time is read. */
export type Clock = {
  /** Milliseconds since the Unix epoch, from a monotonic source. */
  now(): number
}

/** The machine's time, monotonic: a change of the wall clock does not move it. */
export const systemClock: Clock = { now: () => performance.timeOrigin + performance.now() }

/** A clock that stands still until it is advanced. */
export type ManualClock = Clock & {
  /** @param milliseconds how far, not negative. */
  advance(milliseconds: number): void
}

/**
 * A clock for tests, which stands still until it is advanced.
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
  return {
    now: () => time,
    advance(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError(`A clock can't go back by ${-milliseconds} ms.`)
      time += milliseconds
    },
  }
}
