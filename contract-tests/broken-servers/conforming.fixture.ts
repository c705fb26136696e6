import { CONFORMING_ANSWERS } from './conforming-answers.fixture.ts'
import { CONFORMING_FAILURES } from './conforming-failures.fixture.ts'
import { CONFORMING_LIMITS } from './conforming-limits.fixture.ts'
import { CONFORMING_MONEY } from './conforming-money.fixture.ts'
import { CONFORMING_PURCHASES } from './conforming-purchases.fixture.ts'
import { type Row, rowsOf } from './server.fixture.ts'

const TABLES = [
  CONFORMING_ANSWERS,
  CONFORMING_PURCHASES,
  CONFORMING_MONEY,
  CONFORMING_LIMITS,
  CONFORMING_FAILURES,
]

/** Servers that break no clause, each in its own way. */
export const CONFORMING_SERVERS: readonly (Row & { readonly unseen: string | null })[] = TABLES.flatMap(
  (table) =>
    Object.entries(table).flatMap(([reason, servers]) =>
      rowsOf(servers).map((row) => ({ ...row, unseen: reason === 'kept' ? null : reason })),
    ),
)
