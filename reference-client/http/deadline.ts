/** The limits that end a task early. */
export type Deadline = {
  readonly ms: number
  /** The error of a task that was not done in time. */
  readonly expired: () => Error
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a task that ends with the deadline or with the caller's signal, also if the task itself ignores its signal.
 *
 * @throws the error of `expired`, when the time is over; the reason of the signal, when it aborts.
 */
export async function withDeadline<Result>(
  { ms, expired, signal }: Deadline,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stopped = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    stopped.reject(reason)
    controller.abort(reason)
  }
  const onAbort = () => stop(signal?.reason)
  const timer = setTimeout(() => stop(expired()), ms)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([stopped.promise, task(controller.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
