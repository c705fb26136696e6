import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { received } from '../state/exchanges.ts'
import { type KeyFacts, keys } from '../state/keys.ts'

const REFRESH_MS = 1000
const AFTER_A_CALL_MS = 50

/** Reads the keys again, now. */
export async function refreshKeys(): Promise<void> {
  const answer = await ask<{ keys: readonly KeyFacts[] }>('keys')
  if (answer !== undefined) keys.value = answer.keys
}

/** Keeps the keys up to date while a tab shows them: at each call, and as their clocks go on. */
export function useKeys(): void {
  const seq = lastSeq()
  useEffect(() => {
    const soon = setTimeout(refreshKeys, AFTER_A_CALL_MS)
    return () => clearTimeout(soon)
  }, [seq])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refreshKeys()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
}

/** The number of the last exchange: what depends on them is read again when it changes. */
export function lastSeq(): number {
  return received.value.exchanges.at(-1)?.seq ?? -1
}
