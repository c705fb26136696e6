import type { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../../../contract/clock.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { DEFAULT_BOUNDS, type JournalBounds } from '../../journal/journal.ts'
import { keyDigests } from '../key-digest.ts'
import type { SandboxTimeOptions } from '../memory-store.ts'
import type { Order } from '../order.ts'
import { type ReportFault, reportOutage, reportToConsole } from '../outage.ts'
import type { Account, Placement, Purchase, SandboxState, Store, StoreUnavailableError } from '../store.ts'
import { ExchangeRows } from './exchange-rows.ts'
import { keptTime } from './kept-time.ts'
import { NextFaultRows } from './next-fault-rows.ts'
import { inOneTurn } from './one-turn.ts'
import { cantKeep, openDatabase } from './open-database.ts'
import { OrderRows } from './order-rows.ts'
import { type SameFile, sameFile } from './same-file.ts'
import { transactions } from './transaction.ts'
import { type Guarded, guardedBy } from './unavailable.ts'
import { type SandboxRow, SandboxRows, stateOf } from './world-rows.ts'

/** The options of a SQLite store. Everything has a default. */
export type SqliteStoreOptions = SandboxTimeOptions & {
  /** How much of the journal the file keeps; 10,000 exchanges and 16 MiB by default. */
  readonly journal?: JournalBounds
  /** Called with a sentence when the file was deleted or replaced. Default: `console.error`. */
  readonly onFault?: ReportFault
}

/** How soon a file that was deleted or replaced is noticed, also without calls. */
const LOOK_MS = 500

/** How many bytes of a digest name a guest: enough to avoid collisions. */
const GUEST_BYTES = 6

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
  const { clock = systemClock, speed = 1, journal = DEFAULT_BOUNDS, onFault = reportToConsole } = options
  const inTransaction = transactions(database)
  const time = keptTime(database, clock)
  const worlds = new SandboxRows(database, time, speed)
  const orders = new OrderRows(database)
  const faults = new NextFaultRows(database)
  const opened = sameFile(file)
  const guarded = guardedBy(opened.recall)
  const listeners = new Set<(world: string) => void>()
  const notify = (world: string) => {
    for (const listener of listeners) listener(world)
  }
  /** The current state, after everything that is due is booked. */
  const settled = (account: Account, inOne: typeof inTransaction): SandboxRow | undefined => {
    const world = worlds.find(account)
    if (world === undefined || world.nextReleaseAt === null || world.nextReleaseAt > world.now) return world
    inOne(() => orders.book(world))
    return worlds.find(account)
  }
  /** Within a transaction that others share: this process alone writes, and does so synchronously. */
  const place = ({ account, purchase, isFaultKnown }: Asked): Placed => {
    const known = settled(account, (work) => work())
    const fault = known === undefined || known.isRevoked || isFaultKnown ? undefined : faults.take(known.id)
    if (known !== undefined && fault !== undefined)
      return { ...stateOf(known), placement: { kind: 'ordered-fault', fault } }
    const refusal = known && refusalOf(known, purchase)
    if (known !== undefined && refusal !== undefined) return { ...stateOf(known), placement: refusal }
    const world = known ?? worlds.open(account)
    const poor = shortOf(world, purchase)
    if (poor !== undefined) return { ...stateOf(world), placement: poor }
    const order: Order = { ...purchase, placedAt: world.now }
    orders.record(world, order)
    const isRevoked = world.isRevoked || order.revokesKey === true
    return { ...stateOf({ ...world, isRevoked }), placement: { kind: 'recorded', order } }
  }
  const refusalOf = (world: SandboxRow, purchase: Purchase): Placement | undefined => {
    if (world.isRevoked) return { kind: 'revoked' }
    const order = orders.find(world.id, purchase.partnerReference)
    if (order === undefined) return shortOf(world, purchase)
    return { kind: order.sku === purchase.sku ? 'replayed' : 'conflict', order }
  }
  // A commit costs more than what is committed: purchases of one turn share it, and are answered after it.
  const placeTogether = inOneTurn((asked: readonly Asked[]) => {
    const placed = inTransaction(() => asked.map(place))
    // Checked now: a purchase that was written to a deleted file must not be answered.
    opened.look()
    return placed
  })
  const store: Store = {
    enter: guarded((account) => worlds.stateOf(account)),
    placeOrder: guarded((account, purchase, isFaultKnown = false) =>
      placeTogether({ account, purchase, isFaultKnown }),
    ),
    findOrder: guarded((account, partnerReference) => {
      const world = worlds.find(account)
      const order = world && orders.find(world.id, partnerReference)
      return { ...(world ? stateOf(world) : worlds.stateOf(account)), order }
    }),
    balance: guarded((account) => {
      const world = settled(account, inTransaction)
      if (world === undefined) return { ...worlds.stateOf(account), available: account.openingBalance }
      return { ...stateOf(world), available: world.available }
    }),
    countAttempt: guarded((account, subject) =>
      inTransaction(() => orders.countAttempt(worlds.open(account).id, subject)),
    ),
    next: {
      read: guarded((account) => {
        const world = worlds.find(account)
        return world && faults.read(world.id)
      }),
      put: guarded((account, fault) => inTransaction(() => faults.put(worlds.open(account).id, fault))),
      take: guarded((account) => {
        const world = worlds.find(account)
        return world && faults.take(world.id)
      }),
    },
    sandboxes: guarded((most) => worlds.names(most)),
    orders: guarded((account, most) => {
      const world = worlds.find(account)
      return { count: world?.orders ?? 0, latest: world ? orders.latest(world, most) : [] }
    }),
    adjust: guarded((account, change) => inTransaction(() => worlds.adjust(worlds.open(account), change))),
    changeTime: guarded((account, change) => {
      const state = inTransaction(() => worlds.changeTime(worlds.open(account), change))
      notify(account.sandbox)
      return state
    }),
    reset: guarded((account) => {
      const world = worlds.find(account)
      if (world !== undefined)
        inTransaction(() => {
          orders.deleteAll(world.id)
          worlds.delete(world)
        })
      notify(account.sandbox)
    }),
    onTimeChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    archive: archiveIn(database, journal, guarded),
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

type Asked = {
  readonly account: Account
  readonly purchase: Purchase
  readonly isFaultKnown: boolean
}
type Placed = SandboxState & { readonly placement: Placement }

function shortOf({ available }: SandboxRow, { price }: Purchase): Placement | undefined {
  return available < price ? { kind: 'insufficient-balance', available } : undefined
}

function archiveIn(database: DatabaseSync, bounds: JournalBounds, guarded: Guarded): JournalArchive {
  const inTransaction = transactions(database)
  const exchanges = new ExchangeRows(database, bounds)
  const nameOf = keyDigests()
  return {
    firstSeq: exchanges.firstSeq,
    digestOf: (key) => nameOf(key).toString('hex', 0, GUEST_BYTES),
    append: guarded((batch) => inTransaction(() => exchanges.append(batch))),
    read: guarded((filter, most) => exchanges.read(filter, most)),
    forget: guarded((partner) => inTransaction(() => exchanges.forget(partner))),
  }
}

function isReadable(database: DatabaseSync, opened: SameFile): boolean {
  try {
    opened.look()
    return database.prepare('SELECT 1 FROM common_time').get() !== undefined
  } catch {
    return false
  }
}
