import type { Clock } from '../../contract/clock.ts'

/** After this many turns of the event loop without a new alarm, everything waits for this clock. */
const IDLE_TURNS = 2

/**
 * A clock for tests with many concurrent waits. As soon as everything waits, it jumps to the next alarm, so that
 * minutes take milliseconds, in the same order each time.
 *
 * @example
 * const clock = idleClock()
 * await new Promise<void>((resolve) => clock.after(60_000, resolve))
 */
export function idleClock(start = Date.UTC(2026, 0, 1)): Clock {
  let time = start
  let quietTurns = 0
  let isWatching = false
  const alarms = new Set<{ readonly at: number; readonly wake: () => void }>()

  function watch(): void {
    isWatching = alarms.size > 0
    if (!isWatching) return
    quietTurns += 1
    if (quietTurns > IDLE_TURNS) ring()
    setImmediate(watch)
  }

  /** Rings one alarm at a time, so that what it starts is done before the next one rings. */
  function ring(): void {
    const [next] = [...alarms].sort((one, other) => one.at - other.at)
    if (next === undefined) return
    alarms.delete(next)
    time = next.at
    quietTurns = 0
    next.wake()
  }

  return {
    now: () => time,
    after(milliseconds, wake) {
      const alarm = { at: time + Math.max(0, Math.ceil(milliseconds)), wake }
      alarms.add(alarm)
      quietTurns = 0
      if (!isWatching) setImmediate(watch)
      isWatching = true
      return () => alarms.delete(alarm)
    },
  }
}

/** Waits by this clock. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.after(milliseconds, resolve))
}
