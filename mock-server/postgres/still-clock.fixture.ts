import type { Store } from '../store.ts'
import type { OpenedStore } from '../store-promises/opened-store.fixture.ts'
import { query } from './embedded-server.fixture.ts'
import { postgresStore } from './postgres-store.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

/** The clock of a database, as a row of a table. */
const STILL_CLOCK = `
  create table partner_purchase.still_clock as select ${NOON}::float8 as ms;
  update partner_purchase.beginning set clock_time = ${NOON};
  create or replace function partner_purchase.clock_ms() returns float8 language sql volatile as
  $$ select ms from partner_purchase.still_clock $$`

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
