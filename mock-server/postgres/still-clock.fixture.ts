import type { Store } from '../store.ts'
import type { Jumping } from '../store-jumps.fixture.ts'
import type { OpenedStore } from '../store-promises/opened-store.fixture.ts'
import { query } from './embedded-server.fixture.ts'
import { postgresStore } from './postgres-store.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

/** The clock of a database, as a row of a table. */
const STILL_CLOCK = `
  create table partner_purchase.still_clock as select ${NOON}::float8 as ms;
  update partner_purchase.beginning set clock_time = ${NOON};
  update partner_purchase.steady_time set ahead_us = 0, shown_until = 0;
  select setval('partner_purchase.shown', 1, false);
  create or replace function partner_purchase.clock_ms() returns float8 language sql volatile as
  $$ select ms from partner_purchase.still_clock $$`

/**
 * Several stores over one database, whose clock is moved by hand, forward and back. It is never down: when it is killed,
 * it forgets what it keeps in no log.
 */
export async function jumpingDatabase(url: string): Promise<Jumping & { close(): Promise<void> }> {
  const { store } = await openAtStillClock(url)
  const stores = [store, await postgresStore(url)] as const
  return {
    store: (number) => stores[number % 2] as Store,
    move: async (milliseconds) =>
      void (await query(url, 'update partner_purchase.still_clock set ms = ms + $1', [milliseconds])),
    restart: async (isKilled) =>
      void (isKilled && (await query(url, "select setval('partner_purchase.shown', 1, false)"))),
    close: async () => void (await Promise.all(stores.map((one) => one.close()))),
  }
}

/** A store in a database of its own, whose clock stands still until it is moved. */
export async function openAtStillClock(url: string): Promise<OpenedStore> {
  await (await postgresStore(url)).close()
  await query(url, STILL_CLOCK)
  const store = await postgresStore(url)
  let moved: Promise<unknown> = Promise.resolve()
  return {
    store: afterwards(store, () => moved),
    pass(milliseconds) {
      moved = moved.then(() =>
        query(url, 'update partner_purchase.still_clock set ms = ms + $1', [milliseconds]),
      )
    },
  }
}

/** A store that is asked nothing before something else is done: a database's clock can't be moved at once. */
function afterwards(store: Store, done: () => Promise<unknown>): Store {
  return {
    ...store,
    enter: (account) => done().then(() => store.enter(account)),
    placeOrder: (account, purchase) => done().then(() => store.placeOrder(account, purchase)),
    findOrder: (account, reference) => done().then(() => store.findOrder(account, reference)),
    balance: (account) => done().then(() => store.balance(account)),
    changeTime: (account, change) => done().then(() => store.changeTime(account, change)),
    reset: (account) => done().then(() => store.reset(account)),
  }
}
