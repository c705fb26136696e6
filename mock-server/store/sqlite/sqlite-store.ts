import type { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../../../contract/clock.ts'
import { DEFAULT_BOUNDS, type JournalBounds } from '../../../contract/wire/dropped.ts'
import type { SandboxTimeOptions } from '../memory-store.ts'
import { type ReportFault, reportOutage, reportToConsole } from '../outage.ts'
import { type Store, type StoreUnavailableError, timeListeners } from '../store.ts'
import { sqliteArchive } from './journal-archive.ts'
import { keptTime } from './kept-time.ts'
import { cantKeep, openDatabase, type SameFile, sameFile } from './open-database.ts'
import { type AskedPurchase, bookedSandbox, placeInTransaction, type Rows } from './place-order.ts'
import { KeyUseRows } from './rows/key-use-rows.ts'
import { NextFaultRows } from './rows/next-fault-rows.ts'
import { OrderRows } from './rows/order-rows.ts'
import { SandboxRows, stateOf } from './rows/sandbox-rows.ts'
import { inOneTurn, transactions } from './transaction.ts'
import { guardedBy } from './unavailable.ts'

/** The options of a SQLite store. Everything has a default. */
export type SqliteStoreOptions = SandboxTimeOptions & {
  /** How much of the journal the file keeps; of each key 2,000 exchanges and 4 MiB, of all 64 MiB by default. */
  readonly journal?: Partial<JournalBounds>
  /** Called with a sentence when the file was deleted or replaced. Default: `console.error`. */
  readonly onFault?: ReportFault
}

/** How soon a file that was deleted or replaced is noticed, also without calls. */
const LOOK_MS = 500

/**
 * A store in one SQLite file, which only this process has open. An answered purchase survives any end of the process, but
 * not always a power failure. The file contains keys only as digests.
 *
 * @throws {StoreError} for a file that can't be used, or that another process holds.
 *
 * @example
 * const store = sqliteStore('orders.sqlite')
 * const mock = await serve({ port: 4010, store })
 * // …
 * await mock.close()
 * await store.close()
 */
export function sqliteStore(file: string, options: SqliteStoreOptions = {}): Store {
  const database = openDatabase(file)
  try {
    return storeIn(database, file, options)
  } catch (cause) {
    database.close()
    throw cantKeep(file, cause)
  }
}

function storeIn(database: DatabaseSync, file: string, options: SqliteStoreOptions): Store {
  const { clock = systemClock, speed = 1, journal, onFault = reportToConsole } = options
  const inTransaction = transactions(database)
  const time = keptTime(database, clock)
  const sandboxes = new SandboxRows(database, time, speed)
  const orders = new OrderRows(database)
  const faults = new NextFaultRows(database)
  const uses = new KeyUseRows(database, time)
  const rows: Rows = { sandboxes, orders, faults }
  const opened = sameFile(file)
  const guarded = guardedBy(opened.recall)
  const { notify, onTimeChange } = timeListeners()
  // A commit costs more than what is committed: purchases of one turn share it, and are answered after it.
  const placeTogether = inOneTurn((asked: readonly AskedPurchase[]) => {
    const placed = inTransaction(() => asked.map((one) => placeInTransaction(rows, one)))
    // Checked now: a purchase that was written to a deleted file must not be answered.
    opened.look()
    return placed
  })
  const archive = sqliteArchive(database, { ...DEFAULT_BOUNDS, ...journal }, guarded)
  const store: Store = {
    enter: guarded((account) => sandboxes.stateOf(account)),
    placeOrder: guarded((account, purchase, isFaultKnown = false) =>
      placeTogether({ account, purchase, isFaultKnown }),
    ),
    findOrder: guarded((account, partnerReference) => {
      const sandbox = sandboxes.find(account)
      const order = sandbox && orders.find(sandbox.id, partnerReference)
      return { ...(sandbox ? stateOf(sandbox) : sandboxes.stateOf(account)), order }
    }),
    balance: guarded((account) => {
      const sandbox = bookedSandbox(rows, account, inTransaction)
      if (sandbox === undefined) return { ...sandboxes.stateOf(account), available: account.openingBalance }
      return { ...stateOf(sandbox), available: sandbox.available }
    }),
    countAttempt: guarded((account, subject) =>
      inTransaction(() => orders.countAttempt(sandboxes.open(account).id, subject)),
    ),
    next: {
      read: guarded((account) => {
        const sandbox = sandboxes.find(account)
        return sandbox && faults.read(sandbox.id)
      }),
      put: guarded((account, fault) => inTransaction(() => faults.put(sandboxes.open(account).id, fault))),
      take: guarded((account) => {
        const sandbox = sandboxes.find(account)
        return sandbox && faults.take(sandbox.id)
      }),
    },
    uses: {
      note: guarded(async (sandbox, partner, idleMs) => {
        const idle = inTransaction(() => uses.note(sandbox, partner, idleMs))
        if (idle !== undefined) await archive.forget(idle)
      }),
      forgetIdle: guarded(async (idleMs) => {
        const { isDone, partner } = inTransaction(() => uses.step(idleMs))
        if (partner !== undefined) await archive.forget(partner)
        return !isDone
      }),
    },
    sandboxes: guarded((most) => sandboxes.names(most)),
    orders: guarded((account, most) => {
      const sandbox = sandboxes.find(account)
      return { count: sandbox?.orders ?? 0, latest: sandbox ? orders.latest(sandbox, most) : [] }
    }),
    adjust: guarded((account, change) =>
      inTransaction(() => sandboxes.adjust(sandboxes.open(account), change)),
    ),
    changeTime: guarded((account, change) => {
      const state = inTransaction(() => sandboxes.changeTime(sandboxes.open(account), change))
      notify(account.sandbox)
      return state
    }),
    reset: guarded((account) => {
      const sandbox = sandboxes.find(account)
      if (sandbox !== undefined)
        inTransaction(() => {
          orders.deleteAll(sandbox.id)
          sandboxes.delete(sandbox)
        })
      notify(account.sandbox)
    }),
    onTimeChange,
    archive,
    isReady: async () => isReadable(database, opened),
    async close() {
      clearInterval(watch)
      if (!database.isOpen) return
      time.keep()
      database.close()
    },
  }
  const watch = setInterval(() => {
    try {
      opened.look()
    } catch (gone) {
      // It throws nothing else.
      reportOutage(store, gone as StoreUnavailableError, onFault)
    }
  }, LOOK_MS).unref()
  return store
}

function isReadable(database: DatabaseSync, opened: SameFile): boolean {
  try {
    opened.look()
    return database.prepare('SELECT 1 FROM common_time').get() !== undefined
  } catch {
    return false
  }
}
