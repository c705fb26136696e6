/** Lets one start at a time through. */
export type StartGate = () => Promise<() => void>

/**
 * A gate for the start of processes: each waits until the one before it is up, so that on a small machine their starts
 * do not slow one another down. The caller says when its process is up.
 *
 * @param longestMs how long the next start waits at most.
 * @param stopped when this is aborted, nobody waits any more.
 *
 * @example
 * const isUp = await enter()
 */
export function startGate(longestMs: number, stopped: AbortSignal): StartGate {
  const atOnce = new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }))
  let last = Promise.resolve()
  return async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await Promise.race([before, atOnce])
    if (stopped.aborted) return resolve
    const timer = setTimeout(resolve, longestMs)
    return () => {
      clearTimeout(timer)
      resolve()
    }
  }
}
