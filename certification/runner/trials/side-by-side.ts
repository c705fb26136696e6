import { type StartGate, startGate } from './start-gate.ts'

/** The slowest usual start: that of a virtual machine that compiles first. */
const LONGEST_START_MS = 1_500

/** What each task gets: the signal that ends it, and the gate that it starts its process through. */
export type Turn = { readonly stop: AbortSignal; readonly enter: StartGate }

/**
 * Runs tasks side by side, `atATime` of them at most, in their order. The first that fails ends the others.
 *
 * @param stopped aborted to begin no more tasks.
 * @returns the result of each task that was begun.
 * @throws what the first one threw that failed, once all have ended.
 */
export async function sideBySide<Task, Result>(
  tasks: readonly Task[],
  atATime: number,
  stopped: AbortSignal,
  perform: (task: Task, turn: Turn) => Promise<Result>,
): Promise<ReadonlyMap<Task, Result>> {
  const failure = new AbortController()
  const stop = AbortSignal.any([stopped, failure.signal])
  const waiting = [...tasks]
  const ended = new Map<Task, Result>()
  const enter = startGate(LONGEST_START_MS, stop)
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !stop.aborted; next = waiting.shift()) {
      ended.set(next, await perform(next, { stop, enter }))
    }
  }
  const workers = Array.from({ length: Math.min(atATime, tasks.length) }, () =>
    work().catch((fault: unknown) => {
      failure.abort()
      throw fault
    }),
  )
  const results = await Promise.allSettled(workers)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return ended
}
