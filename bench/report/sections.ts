import type { Connections } from '../connections.ts'
import type { GrowthOperation } from '../growth/costs.ts'
import type { Growth } from '../growth.ts'
import type { LongLoad } from '../long-load.ts'
import type { MemoryAt } from '../memory.ts'
import type { StartTime } from '../start-times.ts'
import { median, medianRatio } from '../statistics.ts'
import { TARGETS } from '../targets.ts'
import { count, figure, mebibytes, NONE, table, verdict } from './table.ts'

/** From the start of a process to its first answer. */
export function startSection(times: readonly StartTime[]): string {
  const rows = times.map(({ name, milliseconds, toBare }) => [name, figure(milliseconds, 1), figure(toBare)])
  return `## Cold start

From the start of the process to its first 200 on \`/ping\`, median of 9. From the second start on, Node finds what it
compiled for the first.

${table(['', 'ms', 'to the bare Hono server'], rows)}`
}

/** What the mock holds as orders are made. */
export function memorySection(rows: readonly MemoryAt[]): string {
  const last = rows.at(-1)?.bytesPerOrder ?? Number.NaN
  const cells = rows.map(({ orders, rssBytes, heapBytes, bytesPerOrder }) => [
    count(orders),
    mebibytes(rssBytes),
    mebibytes(heapBytes),
    figure(bytesPerOrder, 0),
  ])
  return `## Memory

The mock's process as it takes orders over HTTP, in memory. The heap is what is left after a garbage collection; its
growth is counted from the second row on, where the journal is full.

${table(['orders', 'RSS, MiB', 'heap, MiB', 'bytes per order'], cells)}

Target: at most ${TARGETS.bytesPerOrder} bytes per order at the last: ${verdict(last <= TARGETS.bytesPerOrder)}.`
}

const GROWTH_OPERATIONS: readonly GrowthOperation[] = ['purchase', 'replay', 'lookup', 'balance']

/** What operations cost as a store grows. */
export function growthSection(growth: Growth): string {
  const tables = growth.map(({ store, sizes }) => {
    const rowsOf = (layer: 'mock' | 'store', title: string) =>
      GROWTH_OPERATIONS.map((operation) => {
        const costs = sizes.map((size) => size[layer][operation])
        const times = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)
        const aim = layer === 'mock' ? verdict(times <= TARGETS.growth) : NONE
        return [`${operation}, ${title}`, ...costs.map((cost) => figure(cost)), `${figure(times)} ×`, aim]
      })
    const heads = [`µs, store: ${store}`, ...sizes.map(({ orders }) => count(orders)), 'last to first', '']
    return table(heads, [...rowsOf('mock', 'whole call'), ...rowsOf('store', 'store alone')])
  })
  return `## Growth

What an operation costs with so many orders there, in one process and without a socket: the whole call (\`app.fetch\`), and
the store's part of it alone. References are visited in no order, so that the larger Map is paid for in cache misses.

${tables.join('\n\n')}

Target: a whole call costs at most ${figure(TARGETS.growth, 1)} times as much at the last size as at the first.`
}

/** Many connections, and slow ones among them. */
export function connectionsSection(found: Connections): string {
  const { kept, slow, limit, requestsPerSecond, slowClosed } = found
  const rowOf = (what: string, samples: Connections['with']) => [
    what,
    figure(median(samples.map(({ p50Ms }) => p50Ms))),
    figure(median(samples.map(({ p99Ms }) => p99Ms))),
  ]
  const p99 = (samples: Connections['with']) => samples.map(({ p99Ms }) => p99Ms)
  const ratio = medianRatio(p99(found.with), p99(found.without))
  return `## Connections

${count(kept)} connections kept alive that ask ${count(requestsPerSecond)} times a second between them, in turns with and without
${slow} more that send a byte of a header a second and never end it; median of ${found.with.length} rounds.

${table(['', 'p50, ms', 'p99, ms'], [rowOf('without slow ones', found.without), rowOf(`with ${slow} slow ones`, found.with)])}

With the slow ones, p99 is ${figure(ratio)} times that without. No connection was refused or lost: they are fewer than the
limit of ${count(limit)}. ${count(slowClosed)} slow ones were closed for taking too long.`
}

/** What grows under a long load, and what doesn't. */
export function longLoadSection(found: LongLoad): string {
  const rows = found.curve.map(({ seconds, requests, rssBytes }) => [
    figure(seconds, 0),
    count(requests),
    mebibytes(rssBytes),
  ])
  const grown = found.heapBytesAtEnd - found.heapBytesAtBound
  return `## A long load

The mock replays one order at its limit for ${figure(found.minutes, 1)} min, its journal at its bound. The heap after a garbage
collection was ${mebibytes(found.heapBytesAtBound)} MiB when the journal was full and ${mebibytes(found.heapBytesAtEnd)} MiB at the end: ${figure(grown / found.requests)} bytes for each of
${count(found.requests)} requests.

${table(['s', 'requests', 'RSS, MiB'], rows)}`
}
