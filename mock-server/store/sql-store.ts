import { countedDown, withWaiting } from '../../contract/wire/ordered-fault.ts'
import { keyName, shortDigest, textName } from './key-name.ts'
import type { Order } from './order.ts'
import { adjusted, decided, moneyAt, newSandbox, type Sandbox, stateOf } from './sandbox.ts'
import { changedAnchor } from './sandbox-clock.ts'
import type { Query, SqlDriver } from './sql-driver.ts'
import { makeTables, statementsFor, VERSION } from './sql-statements.ts'
import { type Account, nameByDigest, type Store, StoreError } from './store.ts'

/** The row of a key. The state is null or empty until something is written. */
type KeyRow = { readonly clock: number; readonly state: string | null }
type OrderRow = KeyRow & { readonly document: string | null }

/** A key within a transaction that has locked its row. */
type Locked = {
  readonly name: string
  readonly sandbox: Sandbox
  /** Milliseconds, by the clock of the database. */
  readonly clock: number
  readonly query: Query
}

/**
 * A store in a database. Every change of a key is a transaction that first locks the row of the key: other changes of
 * it wait, in this process and in others.
 *
 * @param speed how fast the time of a new key runs until it is set otherwise.
 * @throws {StoreError} for a database that can't be used, or has another version of the tables.
 */
export async function sqlStore(driver: SqlDriver, speed: number): Promise<Store> {
  await makeTables(driver).catch(async (cause) => {
    await driver.close()
    throw cause instanceof StoreError ? cause : new StoreError(`The store can't be opened. ${cause.message}`)
  })
  const sql = statementsFor(driver.clock)
  const sandboxIn = ({ clock, state }: KeyRow, openingBalance: number): Sandbox =>
    // `save` wrote it.
    state ? (JSON.parse(state) as Sandbox) : newSandbox(openingBalance, clock, speed)
  const read = async ({ sandbox: key, openingBalance }: Account) => {
    const [row] = await driver.query<KeyRow>(sql.readKey, [keyName(key)])
    // The statement always returns one row.
    const found = row as KeyRow
    return { sandbox: sandboxIn(found, openingBalance), clock: found.clock }
  }
  const locked = <Result>(account: Account, work: (key: Locked) => Promise<Result>): Promise<Result> =>
    driver.transaction(async (query) => {
      const name = keyName(account.sandbox)
      const [row] = await query<KeyRow>(sql.lock, [name])
      // The statement always returns the row.
      const found = row as KeyRow
      return work({ name, sandbox: sandboxIn(found, account.openingBalance), clock: found.clock, query })
    })
  const save = ({ name, query }: Locked, after: Sandbox) => query(sql.save, [name, JSON.stringify(after)])
  const change = (account: Account, changed: (before: Sandbox, clock: number) => Sandbox) =>
    locked(account, async (key) => {
      const after = changed(key.sandbox, key.clock)
      await save(key, after)
      return { before: key.sandbox, after, clock: key.clock }
    })
  return {
    async enter(account) {
      const { sandbox, clock } = await read(account)
      return stateOf(sandbox, clock)
    },
    placeOrder: (account, purchase, isFaultKnown = false) =>
      locked(account, async (key) => {
        const { name, sandbox, clock, query } = key
        const reference = textName(purchase.partnerReference)
        // Not in the statement that locks: it would not see an order that was committed while it waited.
        const [found] = await query<{ document: string }>(sql.findOrder, [name, reference])
        const state = stateOf(sandbox, clock)
        const known = found && orderIn(found.document)
        const { placement, after } = decided(sandbox, known, purchase, state.now, isFaultKnown)
        if (after === undefined) return { ...state, placement }
        const { order } = placement
        await query(sql.addOrder, [name, reference, order.placedAt, JSON.stringify(order)])
        await save(key, after)
        return { ...state, isRevoked: after.isRevoked, placement }
      }),
    async findOrder({ sandbox: key, openingBalance }, partnerReference) {
      const [row] = await driver.query<OrderRow>(sql.readOrder, [keyName(key), textName(partnerReference)])
      const { clock, state, document } = row as OrderRow
      const sandbox = sandboxIn({ clock, state }, openingBalance)
      const order = document === null ? undefined : orderIn(document)
      return { ...stateOf(sandbox, clock), order, hasFaults: sandbox.waiting.length > 0 }
    },
    async balance(account) {
      const { sandbox, clock } = await read(account)
      const state = stateOf(sandbox, clock)
      return { ...state, ...moneyAt(sandbox, state.now) }
    },
    async countAttempt({ sandbox }, subject) {
      const rows = await driver.query<{ count: number }>(sql.countAttempt, [
        keyName(sandbox),
        textName(subject),
      ])
      return rows[0]?.count ?? 1
    },
    next: {
      read: async (account) => (await read(account)).sandbox.waiting,
      async put(account, fault) {
        await change(account, (before) => ({ ...before, waiting: withWaiting(before.waiting, fault) }))
      },
      async take(account, operation) {
        const left = ({ waiting }: Sandbox) => countedDown(waiting, operation)
        const { before } = await change(account, (sandbox) => ({ ...sandbox, waiting: left(sandbox).left }))
        return left(before).due
      },
      async withdraw(account) {
        const { before } = await change(account, (sandbox) => ({ ...sandbox, waiting: [] }))
        return before.waiting
      },
    },
    async sandboxes(most) {
      const rows = await driver.query<{ name: string }>(sql.names, [most])
      return rows.map(({ name }) => nameByDigest(name))
    },
    async orders({ sandbox }, most) {
      const name = keyName(sandbox)
      const [counted] = await driver.query<{ count: number }>(sql.countOrders, [name])
      const latest = await driver.query<{ document: string }>(sql.latestOrders, [name, most])
      return { count: counted?.count ?? 0, latest: latest.map(({ document }) => orderIn(document)) }
    },
    async adjust(account, adjustment) {
      await change(account, (before) => adjusted(before, adjustment))
    },
    async changeTime(account, asked) {
      const { after, clock } = await change(account, (before, now) => ({
        ...before,
        anchor: changedAnchor(before.anchor, now, asked),
      }))
      return stateOf(after, clock)
    },
    reset: (account) =>
      locked(account, async ({ name, query }) => {
        for (const removal of sql.removals) await query(removal, [name])
      }),
    digestOf: shortDigest,
    isShared: driver.isShared,
    isReady: () =>
      driver.query<{ version: number }>(sql.version).then(
        ([found]) => found?.version === VERSION,
        () => false,
      ),
    close: driver.close,
  }
}

function orderIn(document: string): Order {
  // `placeOrder` wrote it.
  return JSON.parse(document) as Order
}
