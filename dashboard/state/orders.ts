import type { TimelineEntry } from '../../contract/report/report.ts'
import { since, timelineEntry } from '../../contract/report/timeline-entry.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { knownSummary, waitAfter, waitsIn } from './rows.ts'

export type OrderLife = {
  readonly partner: string
  readonly partnerReference: string
  readonly sku: string
  /** The exchanges about it, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** The same for a timeline: milliseconds since the first of them arrived. */
  readonly timeline: readonly TimelineEntry[]
  readonly durationMs: number
  /** What the last answer that arrived said, which is all that the caller knows; null before that. */
  readonly status: string | null
  /** While it is PROCESSING: from when it may be asked for again, in milliseconds since 1970. */
  readonly askFrom: number | null
}

/** The orders that some exchanges are about, latest first. */
export function ordersIn(exchanges: readonly Exchange[]): readonly OrderLife[] {
  const groups = Map.groupBy(
    exchanges.filter(({ order }) => order !== null),
    ({ partner, order }) => JSON.stringify([partner, order?.partnerReference]),
  )
  return [...groups.values()].flatMap((about) => lifeOf(about) ?? []).reverse()
}

function lifeOf(exchanges: readonly Exchange[]): OrderLife | undefined {
  const [first] = exchanges
  if (first?.order == null) return undefined
  const waits = waitsIn(exchanges)
  const timeline = exchanges.map((exchange) => ({
    ...timelineEntry(exchange, first.arrivedMs, knownSummary(exchange)),
    allowedFromMs: since(first.arrivedMs, waits.get(exchange.seq)?.fromMs),
  }))
  const heard = exchanges.findLast((exchange) => waitAfter(exchange) !== undefined)
  const wait = heard && waitAfter(heard)
  return {
    partner: first.partner ?? '',
    partnerReference: first.order.partnerReference,
    sku: first.order.sku,
    exchanges,
    timeline,
    durationMs: Math.max(...timeline.map(({ arrivedMs, deliveredMs }) => deliveredMs ?? arrivedMs)),
    status: (heard && knownSummary(heard)?.status) ?? null,
    askFrom: wait == null ? null : Date.parse(first.at) + wait.fromMs - first.arrivedMs,
  }
}
