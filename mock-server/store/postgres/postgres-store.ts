import type { QueryResultRow } from 'pg'
import {
  countedDown,
  type WaitingFault,
  waitingIn,
  waitingText,
  withWaiting,
} from '../../../contract/wire/ordered-fault.ts'
import { keyDigests, shortDigest } from '../key-digest.ts'
import type { TimeChange } from '../sandbox-clock.ts'
import {
  type Account,
  digestInName,
  nameByDigest,
  type SandboxState,
  type Store,
  timeListeners,
} from '../store.ts'
import { openDatabase, type SqlStatement } from './database.ts'
import { databaseAddress, optionsInUrl, POSTGRES_DEFAULTS, type PostgresOptions } from './options.ts'
import { begin } from './sql/migrate.ts'
import {
  type FoundRow,
  type OrderRow,
  orderIn,
  type PlacementRow,
  placementIn,
  SQL_STATEMENTS,
  stateIn,
  textDigest,
  valuesOf,
} from './sql/statements.ts'
import { listenForChanges, pollForChanges } from './time-listener.ts'

/**
 * A store in PostgreSQL, for many servers over one state: each operation is one round trip and atomic, and time is
 * that of the database, so that all replicas agree. It makes its schema, `partner_purchase`, when it is opened.
 *
 * @param url `postgres://user:password@host:5432/database`; its password is in no error. Its query may hold options.
 * @throws {StoreError} when the database can't be reached or used, or has another version of the schema.
 */
export async function postgresStore(url: string, given: PostgresOptions = {}): Promise<Store> {
  const address = databaseAddress(url)
  const options = { ...POSTGRES_DEFAULTS, ...given, ...optionsInUrl(address.written) }
  const clockTime = await begin(address, options)
  const database = openDatabase(address, options)
  const one = async <Row extends QueryResultRow>(statement: SqlStatement, values: unknown[]) =>
    // These statements return one row each.
    (await database.run<Row>(statement, values))[0] as Row
  /** Since when the time of all sandboxes runs, in milliseconds of the database's clock, and how fast. */
  const time = [clockTime, options.speed]
  const known = knownSandboxes()
  const { notify, onTimeChange } = timeListeners()
  const listener = {
    changed(name: string) {
      const sandbox = known.sandboxOf(name)
      if (sandbox !== undefined) notify(sandbox)
    },
    missed: () => known.all().forEach(notify),
  }
  const stopListening =
    options.pooler === 'transaction' ? pollForChanges(listener) : listenForChanges(address, options, listener)
  const nameOf = ({ sandbox }: Account) => known.nameOf(sandbox)
  const waitingOf = async (account: Account) => {
    const named = [nameOf(account)]
    const [row] = await database.run<{ waiting: string | null }>(SQL_STATEMENTS.waitingFaults, named)
    return row?.waiting ?? null
  }
  /** Changes the faults that wait, unless somebody else does so meanwhile: then once more. Returns what they were. */
  const changeWaiting = async (
    account: Account,
    change: (before: readonly WaitingFault[]) => readonly WaitingFault[],
  ): Promise<readonly WaitingFault[]> => {
    for (;;) {
      const found = await waitingOf(account)
      const before = waitingIn(found)
      const left = waitingText(change(before))
      if (left === found) return before
      const values = [nameOf(account), found, left]
      if ((await database.run(SQL_STATEMENTS.changeWaitingFaults, values)).length > 0) return before
    }
  }
  return {
    enter: async (account) =>
      stateIn(await one<SandboxState>(SQL_STATEMENTS.enter, [nameOf(account), ...time])),
    async placeOrder(account, purchase, isFaultKnown = false) {
      const values = [nameOf(account), ...time, account.openingBalance, ...valuesOf(purchase), isFaultKnown]
      const row = await one<PlacementRow>(SQL_STATEMENTS.placeOrder, values)
      return { ...stateIn(row), placement: placementIn(row, purchase) }
    },
    async findOrder(account, partnerReference) {
      const values = [nameOf(account), ...time, textDigest(partnerReference)]
      const row = await one<FoundRow>(SQL_STATEMENTS.findOrder, values)
      const order = row.reference === null ? undefined : orderIn(row)
      return { ...stateIn(row), order, hasFaults: row.hasFaults }
    },
    async balance(account) {
      const values = [nameOf(account), ...time, account.openingBalance]
      const row = await one<SandboxState & { available: number }>(SQL_STATEMENTS.balance, values)
      return { ...stateIn(row), available: row.available }
    },
    async countAttempt(account, subject) {
      const values = [nameOf(account), textDigest(subject)]
      return (await one<{ count: number }>(SQL_STATEMENTS.countAttempt, values)).count
    },
    next: {
      read: async (account) => waitingIn(await waitingOf(account)),
      async put(account, fault) {
        // There is a sandbox from then on.
        await database.run(SQL_STATEMENTS.adjust, [nameOf(account), ...time, null, null])
        await changeWaiting(account, (waiting) => withWaiting(waiting, fault))
      },
      async take(account, operation) {
        const waiting = await changeWaiting(account, (before) => countedDown(before, operation).left)
        return countedDown(waiting, operation).due
      },
      withdraw: (account) => changeWaiting(account, () => []),
    },
    async sandboxes(most) {
      const rows = await database.run<{ digest: string }>(SQL_STATEMENTS.sandboxes, [most])
      return rows.map(({ digest }) => nameByDigest(digest))
    },
    async orders(account, most) {
      const values = [nameOf(account), most]
      const rows = await database.run<OrderRow & { count: number }>(SQL_STATEMENTS.latestOrders, values)
      return { count: rows[0]?.count ?? 0, latest: rows.map(orderIn) }
    },
    async adjust(account, change) {
      const values = 'credit' in change ? [change.credit, null] : [null, change.isRevoked]
      await database.run(SQL_STATEMENTS.adjust, [nameOf(account), ...time, ...values])
    },
    async changeTime(account, change) {
      const values = [nameOf(account), ...time, ...changeValues(change)]
      const state = await one<SandboxState>(SQL_STATEMENTS.changeTime, values)
      notify(account.sandbox)
      return stateIn(state)
    },
    async reset(account) {
      await database.run(SQL_STATEMENTS.reset, [nameOf(account)])
      notify(account.sandbox)
    },
    onTimeChange,
    digestOf: shortDigest,
    isShared: true,
    isReady: () =>
      database.run(SQL_STATEMENTS.isReady, []).then(
        () => true,
        () => false,
      ),
    async close() {
      await stopListening()
      await database.close()
    },
  }
}

/** How far on, in milliseconds; whether it is frozen from now on; how fast. What stays as it is, is null. */
function changeValues(change: TimeChange): [number | null, boolean | null, number | null] {
  if ('advanceSeconds' in change) return [change.advanceSeconds * 1000, null, null]
  if ('speed' in change) return [null, null, change.speed]
  return [null, 'freeze' in change, null]
}

/** How many sandboxes are remembered by the name that the database has for them. */
const MOST_SANDBOXES = 100_000

/** The names of sandboxes in the database, both ways, as far as this process has used them, the latest of them. */
function knownSandboxes() {
  const digest = keyDigests()
  const byName = new Map<string, string>()
  return {
    nameOf(sandbox: string): Buffer {
      const name = digest(sandbox)
      const hex = name.toString('hex')
      if (digestInName(sandbox) === undefined && !byName.has(hex)) {
        byName.set(hex, sandbox)
        const [oldest] = byName.keys()
        if (byName.size > MOST_SANDBOXES && oldest !== undefined) byName.delete(oldest)
      }
      return name
    },
    /** Of a name in hexadecimal digits, as a notification has it. */
    sandboxOf: (name: string) => byName.get(name),
    all: () => [...byName.values()],
  }
}
