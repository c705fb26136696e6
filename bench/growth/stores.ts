import { join } from 'node:path'
import { openStore } from '../../mock-server/open-store.ts'
import type { Store } from '../../mock-server/store/store.ts'
import { ownDatabase, runIn } from '../postgres/database-server.ts'

/** What a store may use; whatever it leaves there is removed afterwards. */
export type Place = {
  /** An empty one. */
  readonly folder: string
  /** The URL of a PostgreSQL server, by one of its databases; null where the store needs none. */
  readonly server: string | null
}

/** A store that can do at once what it would else do by and by, after many purchases. */
export type TidyStore = Store & { tidy?(): Promise<void> }

/** A store whose growth is measured, in a process of its own. */
export type MeasuredStore = {
  readonly name: string
  readonly needsServer: boolean
  open(place: Place): Promise<TidyStore>
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
async function openInDatabase({ server }: Place): Promise<TidyStore> {
  if (server === null) throw new Error('The PostgreSQL store was opened without a server to keep it in.')
  const { url, drop } = await ownDatabase(server)
  const store = await openStore(url)
  return {
    ...store,
    async tidy() {
      await runIn(url, 'vacuum (analyze)')
      // Who may not order one goes on without.
      await runIn(url, 'checkpoint').catch(() => {})
    },
    async close() {
      await store.close()
      await drop()
    },
  }
}
