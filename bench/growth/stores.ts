import { memoryStore } from '../../mock-server/memory-store.ts'
import type { Store } from '../../mock-server/store.ts'

/** A store whose growth is measured, in a process of its own. */
export type MeasuredStore = {
  readonly name: string
  /** @param folder an empty one, for whatever the store writes; it is removed afterwards. */
  open(folder: string): Store | Promise<Store>
  /** The largest number of orders that it is filled with. */
  readonly upTo: number
}

/** Every store there is. */
export const STORES: readonly MeasuredStore[] = [
  { name: 'memory', open: () => memoryStore(), upTo: 1_000_000 },
]
