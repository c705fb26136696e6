import type { LongLoad } from '../long-load.ts'
import { TARGETS } from '../targets.ts'
import { count, figure, mebibytes, table } from './table.ts'
import { targetTable } from './target-table.ts'

/** What grows under a long load, and what doesn't. */
export function longLoadSection(found: LongLoad): string {
  const { minutes, requests, heapBytesAtBound, heapBytesAtEnd, curve } = found
  const rows = curve.map((look) => [figure(look.seconds, 0), count(look.requests), mebibytes(look.rssBytes)])
  const grown = (heapBytesAtEnd - heapBytesAtBound) / requests
  return `## A long load

The mock replays one order at its limit for ${figure(minutes, 1)} min, its journal at its bound. The heap after a garbage
collection was ${mebibytes(heapBytesAtBound)} MiB when the journal was full and ${mebibytes(heapBytesAtEnd)} MiB at the end: ${figure(grown)} bytes for each of
${count(requests)} requests.

${table(['s', 'requests', 'RSS, MiB'], rows)}

${targetTable([
  {
    what: 'heap at the end, to that with the journal full',
    atMost: TARGETS.heapAtEnd,
    found: heapBytesAtEnd / heapBytesAtBound,
  },
  {
    what: 'RSS at the end, to that half-way',
    atMost: TARGETS.rssOfSecondHalf,
    found: rssOfSecondHalf(curve),
  },
])}`
}

/** NaN where the system doesn't tell. */
function rssOfSecondHalf(curve: LongLoad['curve']): number {
  const half = curve[Math.ceil(curve.length / 2) - 1]?.rssBytes ?? Number.NaN
  return (curve.at(-1)?.rssBytes ?? Number.NaN) / half
}
