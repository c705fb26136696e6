/**
 * A task that never runs twice at once: calls that come while it runs make it run once more after that.
 *
 * @example
 * const refresh = coalesced(readOrders)
 */
export function coalesced(task: () => Promise<void>): () => Promise<void> {
  let [isRunning, isWanted] = [false, false]
  return async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        await task()
      }
    } finally {
      isRunning = false
    }
  }
}
