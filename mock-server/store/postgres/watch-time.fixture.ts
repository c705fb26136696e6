import { setTimeout as pause } from 'node:timers/promises'

/** A client that reads the time of a key repeatedly, each time from a random mock. */
export type WatchedTime = {
  /** How often a time was earlier than the one before. */
  wentBack(): number
  stop(): Promise<void>
}

const KEY = 'pk_test_watched'
const PATIENCE_MS = 5_000

/** @param urls of the mocks that are there at the moment. */
export function watchTime(urls: () => readonly string[]): WatchedTime {
  let [latest, count, isOver] = [0, 0, false]
  const watching = (async () => {
    while (!isOver) {
      const open = urls()
      const now = (await timeAt(open[Math.floor(Math.random() * open.length)] as string)) ?? latest
      if (now < latest) count += 1
      latest = Math.max(latest, now)
    }
  })()
  return {
    wentBack: () => count,
    async stop() {
      isOver = true
      await watching
    },
  }
}

/** In milliseconds since the epoch; `undefined` if it was not returned. */
async function timeAt(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${url}/__mock/clock`, {
      method: 'POST',
      body: JSON.stringify({ key: KEY, advanceSeconds: 0 }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return answer.ok ? Date.parse(((await answer.json()) as { now: string }).now) : undefined
  } catch {
    return undefined
  } finally {
    await pause(5)
  }
}
