import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import { useEffect } from 'preact/hooks'

const TICK_MS = 250

/** A text that changes with the time. */
export function Clock({ text }: { text: (now: number) => string }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return html`${text(now.value)}`
}
