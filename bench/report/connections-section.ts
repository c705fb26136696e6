import type { Connections } from '../connections.ts'
import { median, medianRatio } from '../statistics.ts'
import { TARGETS } from '../targets.ts'
import { count, figure, table } from './table.ts'
import { targetTable } from './target-table.ts'

/** Many connections, and slow ones among them. */
export function connectionsSection(found: Connections): string {
  const { kept, slow, limit, requestsPerSecond, slowClosed, lost } = found
  const rowOf = (what: string, samples: Connections['with']) => [
    what,
    figure(median(samples.map(({ p50Ms }) => p50Ms))),
    figure(median(samples.map(({ p99Ms }) => p99Ms))),
  ]
  const p99 = (samples: Connections['with']) => samples.map(({ p99Ms }) => p99Ms)
  return `## Connections

${count(kept)} connections kept alive that ask ${count(requestsPerSecond)} times a second between them, in turns with and without
${slow} more that send a byte of a header a second and never end it; median of ${found.with.length} rounds. All of them are fewer than
the limit of ${count(limit)}. ${count(slowClosed)} slow ones were closed for taking too long.

${table(['', 'p50, ms', 'p99, ms'], [rowOf('without slow ones', found.without), rowOf(`with ${slow} slow ones`, found.with)])}

${targetTable([
  {
    what: 'p99 with slow ones, to that without',
    atMost: TARGETS.slowedP99,
    found: medianRatio(p99(found.with), p99(found.without)),
  },
  {
    what: 'connections refused or lost below the limit',
    atMost: TARGETS.lostConnections,
    found: lost,
    decimals: 0,
  },
])}`
}
