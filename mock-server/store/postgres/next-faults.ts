import type { OrderedFault } from '../../../contract/wire/ordered-fault.ts'
import type { Account, NextFaults } from '../store.ts'
import type { Database, SqlStatement } from './database.ts'
import { SCHEMA } from './options.ts'

/** The faults that were ordered for next purchases. */
export const NEXT_FAULT = `
create table ${SCHEMA}.next_fault (
  world bytea primary key,
  fault text not null
);`

/** One round trip each. */
export const FAULT_STATEMENTS = {
  read: { name: 'read-next-fault', text: `select fault from ${SCHEMA}.next_fault where world = $1` },
  put: {
    name: 'put-next-fault',
    text: `insert into ${SCHEMA}.next_fault (world, fault) values ($1, $2)
      on conflict (world) do update set fault = excluded.fault`,
  },
  take: {
    name: 'take-next-fault',
    text: `delete from ${SCHEMA}.next_fault where world = $1 returning fault`,
  },
  /** For purchases in some sandboxes. A revoked key gets its own refusal, and keeps the fault. */
  meet: {
    name: 'meet-next-faults',
    text: `delete from ${SCHEMA}.next_fault f
      where f.world = any($1::bytea[])
        and not exists (select from ${SCHEMA}.world w where w.name = f.world and w.is_revoked)
      returning f.world, f.fault`,
  },
} as const satisfies Record<string, SqlStatement>

type FaultRow = { readonly fault: OrderedFault }

/** The faults that were ordered for next purchases, at any replica. */
export function nextFaults(database: Database, nameOf: (account: Account) => Buffer): NextFaults {
  return {
    async read(account) {
      const [row] = await database.run<FaultRow>(FAULT_STATEMENTS.read, [nameOf(account)])
      return row?.fault
    },
    async put(account, fault) {
      await database.run(FAULT_STATEMENTS.put, [nameOf(account), fault])
    },
    async take(account) {
      const [row] = await database.run<FaultRow>(FAULT_STATEMENTS.take, [nameOf(account)])
      return row?.fault
    },
  }
}
