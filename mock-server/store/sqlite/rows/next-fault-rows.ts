import type { DatabaseSync } from 'node:sqlite'
import type { OrderedFault } from '../../../../contract/wire/ordered-fault.ts'

/** The faults that were ordered for next purchases, in a database. Nothing here makes a transaction of its own. */
export class NextFaultRows {
  readonly #read
  readonly #put
  readonly #take
  readonly #any
  /** False only when none waits: then no purchase has to look. This process alone has the file. */
  #mayWait = true

  constructor(database: DatabaseSync) {
    this.#read = database.prepare('SELECT fault FROM next_faults WHERE world = ?')
    this.#put = database.prepare('INSERT OR REPLACE INTO next_faults (world, fault) VALUES (?, ?)')
    this.#take = database.prepare('DELETE FROM next_faults WHERE world = ? RETURNING fault')
    this.#any = database.prepare('SELECT 1 FROM next_faults LIMIT 1')
  }

  read(sandbox: number): OrderedFault | undefined {
    return faultIn(this.#read.get(sandbox))
  }

  put(sandbox: number, fault: OrderedFault): void {
    this.#put.run(sandbox, fault)
    this.#mayWait = true
  }

  take(sandbox: number): OrderedFault | undefined {
    if (!this.#mayWait) return undefined
    const fault = faultIn(this.#take.get(sandbox))
    this.#mayWait = fault !== undefined || this.#any.get() !== undefined
    return fault
  }
}

function faultIn(row: Record<string, unknown> | undefined): OrderedFault | undefined {
  // It was one when it was written.
  return row?.fault as OrderedFault | undefined
}
