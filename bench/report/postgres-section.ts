import type { PostgresRates } from '../postgres/measure.ts'
import { median, medianRatio } from '../statistics.ts'
import { TARGETS } from '../targets.ts'
import { count, figure, NONE, table } from './table.ts'
import { targetTable } from './target-table.ts'

/** Purchases over HTTP with the store in PostgreSQL, beside what the database does alone. */
export function postgresSection(found: PostgresRates): string {
  const { seconds, connections, clients, overHttp, pgbench } = found
  const rows = (pgbench ?? []).map(({ name, rates }) => [
    `pgbench: ${name}`,
    count(median(rates)),
    figure(medianRatio(overHttp, rates)),
  ])
  const parts = [
    '## PostgreSQL',
    `Purchases over HTTP with the store in PostgreSQL, and transactions of the same statements alone that pgbench
(\`-M prepared\`) makes on the same database, in turns, median of ${overHttp.length} rounds of ${figure(seconds, 1)} s. Both have ${connections} connections to the
database; ${clients} clients buy over HTTP, each with a key of its own, the journal is kept there too, and every commit waits for the
disk. The database, the mock and whoever asks share all cores.`,
    table(
      ['', 'a second', 'over HTTP, of it'],
      [['purchases over HTTP', count(median(overHttp)), NONE], ...rows],
    ),
    pgbench === null
      ? 'There was no `pgbench` on the PATH: what the database does alone was not measured, and nor was the target of it.'
      : targetTable(
          pgbench.map(({ name, rates }) => ({
            what: `purchases over HTTP, to pgbench: ${name}`,
            atLeast: TARGETS.postgresToPgbench,
            found: medianRatio(overHttp, rates),
          })),
        ),
  ]
  return parts.join('\n\n')
}
