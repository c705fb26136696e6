import type { Store } from './store.ts'

/** The listeners of a store to changes of time. `notify` calls them for a sandbox. */
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
