import { join } from 'node:path'
import { openStore } from '../../mock-server/open-store.ts'
import type { Store } from '../../mock-server/store.ts'
import { ownDatabase } from '../postgres/database-server.ts'

/** What a store may use; whatever it leaves there is removed afterwards. */
export type Place = {
  /** An empty one. */
  readonly folder: string
  /** The URL of a PostgreSQL server, by one of its databases; null where the store needs none. */
  readonly server: string | null
}

/** A store whose growth is measured, in a process of its own. */
export type MeasuredStore = {
  readonly name: string
  readonly needsServer: boolean
  open(place: Place): Promise<Store>
  /** How many reads are timed together: fewer where each takes long, as a round trip does. */
  readonly readsPerBatch: number
}

/** Every store there is. */
export const STORES: readonly MeasuredStore[] = [
  { name: 'memory', needsServer: false, open: () => openStore('memory'), readsPerBatch: 200 },
  {
    name: 'SQLite',
    needsServer: false,
    open: ({ folder }) => openStore(`sqlite:${join(folder, 'orders.sqlite')}`),
    readsPerBatch: 200,
  },
  { name: 'PostgreSQL', needsServer: true, open: openInDatabase, readsPerBatch: 20 },
]

/** A database of its own, which goes when the store is closed. */
async function openInDatabase({ server }: Place): Promise<Store> {
  if (server === null) throw new Error('The PostgreSQL store was opened without a server to keep it in.')
  const { url, drop } = await ownDatabase(server)
  const store = await openStore(url)
  return {
    ...store,
    async close() {
      await store.close()
      await drop()
    },
  }
}
