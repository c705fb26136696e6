import type { Store } from './store.ts'

/** Who wants to know of each sandbox whose time was changed, and how they are told. */
export function timeListeners(): Pick<Store, 'onTimeChange'> & { notify(sandbox: string): void } {
  const listeners = new Set<(sandbox: string) => void>()
  return {
    onTimeChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(sandbox) {
      for (const listener of listeners) listener(sandbox)
    },
  }
}
