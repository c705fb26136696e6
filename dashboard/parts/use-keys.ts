import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { received } from '../state/exchanges.ts'
import { type KeyFacts, keys } from '../state/keys.ts'

const REFRESH_MS = 1000

/** Reads the keys again, now. */
export async function readKeys(): Promise<void> {
  const answer = await ask<{ keys: readonly KeyFacts[] }>('keys')
  if (answer !== undefined) keys.value = answer.keys
}

/** Keeps the keys up to date while a tab shows them. */
export function useKeys(): void {
  useEffect(() => {
    void readKeys()
    const timer = setInterval(() => {
      if (!document.hidden) void readKeys()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
}

/** The number of exchanges: what depends on them is read again when it changes. */
export function lastSeq(): number {
  return received.value.exchanges.at(-1)?.seq ?? -1
}
