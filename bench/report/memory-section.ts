import type { MemoryAt } from '../memory.ts'
import { TARGETS } from '../targets.ts'
import { count, figure, mebibytes, table, verdict } from './table.ts'

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
