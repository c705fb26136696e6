import type { Clock } from '../../../contract/clock.ts'

/** Virtual time, which advances as soon as everything that runs in it waits. */
export type VirtualTime = {
  readonly clock: Clock
  /** Resolves after this many milliseconds; rejects with the signal's reason if it is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Advances the time until a task is done, or to the limit.
   *
   * @param limitMs from now on.
   * @returns whether the task is done.
   */
  run(task: Promise<unknown>, limitMs: number): Promise<boolean>
}

type Alarm = { readonly at: number; readonly wake: () => void }

/**
 * Makes virtual time for code in this process.
 *
 * @param everythingWaits resolves when nothing can go on unless the time advances. By default, nothing may wait for a
 *   real timer, a socket or a file.
 * @throws {Error} from `run`, if everything waits and nothing is due.
 *
 * @example
 * const time = virtualTime()
 * await time.run(time.sleep(90_000), 100_000) // true, at once
 */
export function virtualTime(everythingWaits = allTurns): VirtualTime {
  const alarms = new Set<Alarm>()
  let now = 0
  // Unlike a platform's timer, this does not round to whole milliseconds, since a network is faster than that.
  const after: Clock['after'] = (ms, wake) => {
    const alarm = { at: now + Math.max(0, ms), wake }
    alarms.add(alarm)
    return () => alarms.delete(alarm)
  }
  return {
    clock: { now: () => now, after },
    sleep: (ms, signal) => sleepBy(after, ms, signal),
    async run(task, limitMs) {
      const endsAt = now + limitMs
      const state = { isDone: false }
      const done = () => {
        state.isDone = true
      }
      task.then(done, done)
      for (;;) {
        await everythingWaits()
        if (state.isDone) return true
        const [next] = [...alarms].sort((one, other) => one.at - other.at)
        if (next === undefined) throw new Error('Everything waits, and nothing is due.')
        if (next.at > endsAt) return false
        alarms.delete(next)
        now = next.at
        next.wake()
      }
    },
  }
}

function sleepBy(after: Clock['after'], ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = after(ms, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * The longest chain of immediates: a purchase that is committed takes two; reading a blob, and an answer, take one
 * each.
 */
const TURNS = 6

/** Resolves when all promises have settled: they run before an immediate. */
export async function allTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate)
}
