import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { BROKEN_ACCESS } from './broken-access.fixture.ts'
import { BROKEN_ORDERS } from './broken-orders.fixture.ts'
import { BROKEN_READS } from './broken-reads.fixture.ts'
import { BROKEN_REFERENCES } from './broken-references.fixture.ts'
import { BROKEN_REPLAYS } from './broken-replays.fixture.ts'
import { BROKEN_TIMEOUTS } from './broken-timeouts.fixture.ts'
import { type Row, rowsOf } from './server.fixture.ts'

const TABLES = [
  BROKEN_READS,
  BROKEN_ORDERS,
  BROKEN_REFERENCES,
  BROKEN_REPLAYS,
  BROKEN_TIMEOUTS,
  BROKEN_ACCESS,
]

/** Servers that break exactly one clause. */
export const BROKEN_SERVERS: readonly (Row & { readonly breaks: ServerClauseId })[] = TABLES.flatMap(
  (table) =>
    Object.entries(table).flatMap(([clause, servers]) =>
      // The keys of each table are clause ids.
      rowsOf(servers).map((row) => ({ ...row, breaks: clause as ServerClauseId })),
    ),
)
