/** When the client of a first purchase went away: before it was read, or while its answer was delayed. */
export type ClientTimeout = 'early' | 'late'

/** Notes when the client of a first purchase goes away: already, or while the answer is delayed. */
export function noteClientTimeout(order: { abandoned: ClientTimeout | null }, client: AbortSignal): void {
  if (client.aborted) order.abandoned = 'early'
  else client.addEventListener('abort', () => (order.abandoned = 'late'))
}

/** Longer than the suite waits before it closes the connection. */
const HELD_MS = 45

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Waits until simultaneous requests were seen and, when answers are delayed, until a client can have gone away. */
export async function waitForClientTimeout(client: AbortSignal, holdsAnswers: boolean): Promise<void> {
  await turn()
  if (client.aborted || !holdsAnswers) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HELD_MS)
    client.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  // On a busy machine both timers are due at once, in any order.
  await turn()
}
