import type { OrderedFault } from '../../../contract/wire/ordered-fault.ts'
import type { Account, NextFaults } from '../store.ts'
import type { Database } from './database.ts'
import { FAULT_STATEMENTS } from './sql/next-fault.ts'

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
      const [row] = await database.run<FaultRow>(FAULT_STATEMENTS.take, [[nameOf(account)]])
      return row?.fault
    },
  }
}
