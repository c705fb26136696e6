import type { OrderedFault } from '../../../contract/wire/ordered-fault.ts'
import { gathered } from '../gathered.ts'
import type { TimeChange } from '../sandbox-clock.ts'
import { nameByDigest } from '../sandbox-name.ts'
import { type Account, type SandboxState, type Store, timeListeners } from '../store.ts'
import { type Database, openDatabase, type SqlStatement } from './database.ts'
import { databaseAddress, optionsInUrl } from './database-address.ts'
import { postgresArchive } from './journal-archive.ts'
import { keyUses } from './key-uses.ts'
import { type CommonTime, knownSandboxes } from './known-sandboxes.ts'
import { POSTGRES_DEFAULTS, type PostgresOptions } from './options.ts'
import { enterMany, type NamedPurchase, placeOrders } from './purchases.ts'
import { begin } from './sql/migrate.ts'
import { type OrderRow, orderIn, stateIn, textDigest } from './sql/rows.ts'
import { SQL_STATEMENTS } from './sql/statements.ts'
import { listenForChanges, pollForChanges } from './time-listener.ts'

/** Few lanes make large batches, which cost the database least; a second one, so that one batch holds up no other. */
const GATHERING = { lanes: 2, most: 100 }

/**
 * A store in PostgreSQL, for many servers over one state: each operation is one round trip and atomic, and time is
 * that of the database, so that all replicas agree. It makes its schema, `partner_purchase`, when it is opened.
 *
 * @param url `postgres://user:password@host:5432/database`; its password is in no error. Its query may hold options.
 * @throws {StoreError} when the database can't be reached or used, or was written by a newer release.
 *
 * @example
 * const store = await postgresStore('postgres://mock:secret@localhost/mock', { poolSize: 20 })
 * const mock = await serve({ store })
 */
export async function postgresStore(url: string, given: PostgresOptions = {}): Promise<Store> {
  const address = databaseAddress(url)
  const options = { ...POSTGRES_DEFAULTS, ...given, ...optionsInUrl(address.written) }
  const { replica, clockTime } = await begin(address, options)
  const time: CommonTime = [clockTime, options.speed]
  const database = openDatabase(address, options)
  const known = knownSandboxes()
  const { notify, onTimeChange } = timeListeners()
  const missed = () => known.all().forEach(notify)
  const heard = {
    changed(name: string) {
      const sandbox = known.sandboxOf(name)
      if (sandbox !== undefined) notify(sandbox)
    },
    missed,
  }
  const stopListening =
    options.pooler === 'transaction'
      ? pollForChanges(missed)
      : listenForChanges(address, options, { replica, heard })
  const enter = gathered((names: readonly Buffer[]) => enterMany(database, time, names), GATHERING)
  const place = gathered((asked: readonly NamedPurchase[]) => placeOrders(database, time, asked), GATHERING)
  const nameOf = ({ sandbox }: Account) => known.nameOf(sandbox)
  return {
    enter: (account) => enter(nameOf(account)),
    placeOrder: (account, purchase, isFaultKnown = false) =>
      place({ name: nameOf(account), account, purchase, isFaultKnown }),
    findOrder: (account, partnerReference) =>
      findOrder(database, [nameOf(account), ...time, textDigest(partnerReference)]),
    balance: (account) => balance(database, [nameOf(account), ...time, account.openingBalance]),
    countAttempt: (account, subject) => countAttempt(database, [nameOf(account), textDigest(subject)]),
    next: {
      read: (account) => fault(database, SQL_STATEMENTS.nextFault, nameOf(account)),
      async put(account, fault) {
        await database.run(SQL_STATEMENTS.adjust, [nameOf(account), ...time, null, null, fault])
      },
      take: (account) => fault(database, SQL_STATEMENTS.takeFault, nameOf(account)),
    },
    uses: keyUses(database, known.nameOf),
    async sandboxes(most) {
      const rows = await database.run<{ digest: string }>(SQL_STATEMENTS.sandboxes, [most])
      return rows.map(({ digest }) => nameByDigest(digest))
    },
    async orders(account, most) {
      const rows = await database.run<OrderRow & { count: number }>(SQL_STATEMENTS.orders, [
        nameOf(account),
        most,
      ])
      return { count: rows[0]?.count ?? 0, latest: rows.map(orderIn) }
    },
    async adjust(account, change) {
      const values = 'credit' in change ? [change.credit, null] : [null, change.isRevoked]
      await database.run(SQL_STATEMENTS.adjust, [nameOf(account), ...time, ...values, null])
    },
    async changeTime(account, change) {
      const values = [nameOf(account), ...time, ...changeValues(change), replica]
      const [row] = await database.run<SandboxState>(SQL_STATEMENTS.changeTime, values)
      notify(account.sandbox)
      return stateIn(row as SandboxState)
    },
    async reset(account) {
      await database.run(SQL_STATEMENTS.reset, [nameOf(account), replica])
      notify(account.sandbox)
    },
    onTimeChange,
    archive: postgresArchive(database, replica, { ...POSTGRES_DEFAULTS.journal, ...options.journal }),
    pool: database.connections,
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

async function findOrder(database: Database, values: unknown[]) {
  const [row] = await database.run<SandboxState & OrderRow>(SQL_STATEMENTS.findOrder, values)
  const found = row as SandboxState & OrderRow & { readonly reference: Buffer | null }
  return { ...stateIn(found), order: found.reference === null ? undefined : orderIn(found) }
}

async function balance(database: Database, values: unknown[]) {
  const [row] = await database.run<SandboxState & { available: number }>(SQL_STATEMENTS.balance, values)
  const found = row as SandboxState & { available: number }
  return { ...stateIn(found), available: found.available }
}

async function fault(database: Database, statement: SqlStatement, name: Buffer) {
  const [row] = await database.run<{ fault: OrderedFault | null }>(statement, [name])
  return row?.fault ?? undefined
}

async function countAttempt(database: Database, values: unknown[]): Promise<number> {
  const [row] = await database.run<{ count: number }>(SQL_STATEMENTS.countAttempt, values)
  return (row as { count: number }).count
}

/** How far on, in milliseconds; whether it is frozen from now on; how fast. What stays as it is, is null. */
function changeValues(change: TimeChange): [number | null, boolean | null, number | null] {
  if ('advanceSeconds' in change) return [change.advanceSeconds * 1000, null, null]
  if ('speed' in change) return [null, null, change.speed]
  return [null, 'freeze' in change, null]
}
