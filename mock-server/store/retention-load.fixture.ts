import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { manualClock } from '../../contract/clock.ts'
import { exchangeOf } from './conformance/journals.fixture.ts'
import { account, purchaseOf } from './conformance/opened-store.fixture.ts'
import { embeddedServer, query } from './postgres/embedded-server.fixture.ts'
import { openAtStillClock } from './postgres/still-clock.fixture.ts'
import { sqliteStore } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'

const DAY_MS = 24 * 3600 * 1000
const ORDERS_PER_KEY = 100

/** What one day of a store was like: its size at the end, and how fast it took orders. */
export type Day = {
  readonly day: number
  readonly megabytes: number
  readonly ordersPerSecond: number
  /** The longest pauses of this process: while orders were taken, and while keys were forgotten. */
  readonly takingPauseMs: number
  readonly forgettingPauseMs: number
  readonly keys: number
}

type Loaded = {
  readonly store: Store
  readonly pass: (milliseconds: number) => void | Promise<void>
  readonly megabytes: () => Promise<number> | number
  readonly close: () => Promise<void>
}

/**
 * Days of a store whose keys are forgotten after a day: each has as many orders of new keys.
 *
 * @param orders of each day.
 */
export async function* daysOf(
  { store, pass, megabytes }: Loaded,
  days: number,
  orders: number,
): AsyncGenerator<Day> {
  let seq = 0
  for (let day = 1; day <= days; day += 1) {
    const began = performance.now()
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    for (let key = 0; key < orders / ORDERS_PER_KEY; key += 1) {
      const mine = account(1e9)
      const partner = `guest-${mine.sandbox.slice(-12)}`
      await store.uses.note(mine.sandbox, partner, DAY_MS)
      const purchases = Array.from({ length: ORDERS_PER_KEY }, (_, order) => purchaseOf(`SHOP:${order}`))
      await Promise.all(purchases.map((purchase) => store.placeOrder(mine, purchase)))
      await store.archive?.append(purchases.map(() => exchangeOf(seq++, { partner })))
    }
    const seconds = (performance.now() - began) / 1000
    const takingPauseMs = tenths(delays.max)
    await pass(DAY_MS + 1)
    delays.reset()
    while (await store.uses.forgetIdle(DAY_MS)) await setImmediate()
    delays.disable()
    yield {
      day,
      megabytes: Math.round((await megabytes()) * 10) / 10,
      ordersPerSecond: Math.round(orders / seconds),
      takingPauseMs,
      forgettingPauseMs: tenths(delays.max),
      keys: (await store.sandboxes(1_000_000)).length,
    }
  }
}

function tenths(nanoseconds: number): number {
  return Math.round(nanoseconds / 1e5) / 10
}

/** The stores that can be loaded, each in a place of its own. */
export const STORES = {
  async sqlite() {
    const [clock, folder] = [manualClock(), mkdtempSync(join(tmpdir(), 'retention-'))]
    const file = join(folder, 'orders.sqlite')
    const store = sqliteStore(file, { clock })
    const close = async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    }
    return { store, pass: clock.advance, megabytes: () => statSync(file).size / 1e6, close }
  },
  async postgres() {
    const server = await embeddedServer({ isHasty: false })
    const url = await server.database()
    const { store, pass } = await openAtStillClock(url)
    const megabytes = async () => {
      const [row] = await query(url, 'select pg_database_size(current_database())::float8 as bytes')
      return Number(row?.bytes) / 1e6
    }
    const close = async () => {
      await store.close()
      await server.close()
    }
    return { store, pass, megabytes, close }
  },
} as const satisfies Readonly<Record<string, () => Promise<Loaded>>>

/** `node mock-server/store/retention-load.fixture.ts sqlite 3 200000`: days, and the orders of each. */
if (import.meta.main) {
  const [name = 'sqlite', days = '3', orders = '200000'] = process.argv.slice(2)
  const loaded = await STORES[name as keyof typeof STORES]()
  const table: Day[] = []
  for await (const day of daysOf(loaded, Number(days), Number(orders))) table.push(day)
  await loaded.close()
  console.log(name)
  console.table(table)
}
